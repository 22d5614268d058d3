import { describe, expect, test } from "vitest";
import { readSettings } from "./settings.ts";

const token = "0123456789abcdefghijkl";
const key = Buffer.alloc(32, 1).toString("base64");

test("nothing set: a sandbox on this machine", () => {
  expect(readSettings({})).toEqual({
    port: 3000,
    host: "127.0.0.1",
    publicUrl: undefined,
    dataDirectory: ".data",
    databaseUrl: undefined,
    mode: "sandbox",
    engine: "compiled",
    logLevel: "info",
    masterKey: undefined,
    previousMasterKey: undefined,
    bankModule: undefined,
    deliveryRetentionDays: 90,
    metricsToken: undefined,
  });
});

test("everything set", () => {
  expect(
    readSettings({
      PORT: "0",
      HOST: "::1",
      PUBLIC_URL: "https://pay.example.org/gateway/",
      DATA_DIR: "/var/lib/gateway",
      DATABASE_URL: "postgres://gateway:secret@db.example/gateway",
      MODE: "production",
      ENGINE: "express-openapi-validator",
      LOG_LEVEL: "silent",
      MASTER_KEY: key,
      BANK_MODULE: "./bank.ts",
      DELIVERY_RETENTION_DAYS: "7",
      METRICS_TOKEN: token,
    }),
  ).toEqual({
    port: 0,
    host: "::1",
    publicUrl: "https://pay.example.org/gateway",
    dataDirectory: "/var/lib/gateway",
    databaseUrl: "postgres://gateway:secret@db.example/gateway",
    mode: "production",
    engine: "express-openapi-validator",
    logLevel: "silent",
    masterKey: Buffer.alloc(32, 1),
    bankModule: "./bank.ts",
    deliveryRetentionDays: 7,
    metricsToken: token,
  });
});

describe("refused, by name", () => {
  test.each([
    ["PORT", "65536"],
    ["DELIVERY_RETENTION_DAYS", "0"],
    ["DELIVERY_RETENTION_DAYS", "1.5"],
    ["PORT", "http"],
    ["PORT", "-1"],
    ["PUBLIC_URL", "localhost:3000"],
    ["PUBLIC_URL", "ftp://example.org"],
    ["PUBLIC_URL", "https://example.org/?a=b"],
    ["MODE", "live"],
    ["ENGINE", "other"],
    ["LOG_LEVEL", "loud"],
    ["MASTER_KEY", "c2hvcnQ="],
    ["MASTER_KEY", "*".repeat(44)],
    ["METRICS_TOKEN", token.slice(1)],
    ["METRICS_TOKEN", `${token} `],
    ["METRICS_TOKEN", `"${token}"`],
    ["DATABASE_URL", "localhost/gateway"],
    ["DATABASE_URL", "postgres:gateway"],
    ["DATABASE_URL", "mysql://localhost/gateway"],
  ])("%s=%s", (name, value) => {
    expect(() => readSettings({ [name]: value })).toThrow(new RegExp(`\\n {2}${name} `));
  });

  test("what is missing and what is wrong in production, at once", () => {
    const read = () => readSettings({ MODE: "production", PORT: "x" }, { serves: true });
    expect(read).toThrow(/PORT [^]*MASTER_KEY [^]*BANK_MODULE /);
    expect(() => readSettings({ BANK_MODULE: "./bank.ts" }, { serves: true })).toThrow("sandbox");
    expect(readSettings({ MODE: "production", MASTER_KEY: key }).bankModule).toBeUndefined();
  });

  test.each([
    ["MASTER_KEY", "not-the-right-length"],
    ["METRICS_TOKEN", "a-short-token"],
    ["DATABASE_URL", "postgre://gateway:a-password@db/gateway"],
  ])("the message about %s does not repeat a secret", (name, value) => {
    const read = () => readSettings({ [name]: value });
    expect(read).toThrow(name);
    expect(read).not.toThrow(value);
  });
});
