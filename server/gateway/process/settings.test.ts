import { describe, expect, test } from "vitest";
import { readSettings, type Settings, storageName } from "./settings.ts";

const token = "0123456789abcdefghijkl";
const key = Buffer.alloc(32, "key 1").toString("base64");
const production = { MODE: "production", MASTER_KEY: key, DATA_DIR: "/data" };

test.each<[name: string, setting: keyof Settings, unset: unknown, text: string, value: unknown]>([
  ["PORT", "port", 3000, "0", 0],
  ["HOST", "host", "127.0.0.1", "::1", "::1"],
  ["PUBLIC_URL", "publicUrl", undefined, "https://pay.example/a//", "https://pay.example/a"],
  ["DATA_DIR", "dataDirectory", ".data", "/var/lib/gateway", "/var/lib/gateway"],
  ["DATABASE_URL", "databaseUrl", undefined, "postgres://me:x@db/a", "postgres://me:x@db/a"],
  ["ENGINE", "engine", "compiled", "express-openapi-validator", "express-openapi-validator"],
  ["LOG_LEVEL", "logLevel", "info", "silent", "silent"],
  ["MASTER_KEY", "masterKey", undefined, key, Buffer.alloc(32, "key 1")],
  ["MASTER_KEY_PREVIOUS", "previousMasterKey", undefined, key, Buffer.alloc(32, "key 1")],
  ["BANK_MODULE", "bankModule", undefined, "./bank.ts", "./bank.ts"],
  ["DELIVERY_RETENTION_DAYS", "deliveryRetentionDays", 90, "7", 7],
  ["METRICS_TOKEN", "metricsToken", undefined, token, token],
])("%s", (name, setting, unset, text, value) => {
  expect(readSettings({})).toMatchObject({ mode: "sandbox", [setting]: unset });
  expect(readSettings({ ...production, [name]: text })).toMatchObject({
    mode: "production",
    [setting]: value,
  });
});

describe("refused", () => {
  test.each([
    ["PORT", "65536"],
    ["DELIVERY_RETENTION_DAYS", "0"],
    ["DELIVERY_RETENTION_DAYS", "1.5"],
    ["PORT", "http"],
    ["PORT", "-1"],
    ["PUBLIC_URL", "localhost:3000"],
    ["PUBLIC_URL", "ftp://example.org"],
    ["PUBLIC_URL", "https://example.org/?a=b"],
    ["PUBLIC_URL", "https://user:password@example.org"],
    ["MASTER_KEY", Buffer.alloc(32, 1).toString("base64")],
    ["MODE", "live"],
    ["ENGINE", "other"],
    ["LOG_LEVEL", "loud"],
    ["MASTER_KEY", "c2hvcnQ="],
    ["MASTER_KEY", "*".repeat(44)],
    ["METRICS_TOKEN", token.slice(1)],
    ["METRICS_TOKEN", `${token} `],
    ["MASTER_KEY", `${key}\n\n`],
    ["MASTER_KEY", ` ${key}`],
    ["HOST", "127.0.0.1 "],
    ["DATA_DIR", "a\nb"],
    ["DATABASE_URL", " "],
    ["METRICS_TOKEN", `"${token}"`],
    ["DATABASE_URL", "localhost/gateway"],
    ["DATABASE_URL", "postgres:gateway"],
    ["DATABASE_URL", "mysql://localhost/gateway"],
  ])("%s=%s", (name, value) => {
    expect(() => readSettings({ [name]: value })).toThrow(new RegExp(`\\n {2}${name} `));
  });

  test("all faults of a production environment are reported at once", () => {
    const read = () => readSettings({ MODE: "production", PORT: "x" }, { serves: true });
    expect(read).toThrow(
      /PORT [^]*MASTER_KEY [^]*DATABASE_URL or DATA_DIR [^]*PUBLIC_URL [^]*BANK_MODULE /,
    );
    expect(() => readSettings({ BANK_MODULE: "./bank.ts" }, { serves: true })).toThrow("sandbox");
    expect(readSettings(production).bankModule).toBeUndefined();
  });

  test.each([
    [{ PUBLIC_URL: "http://pay.example" }, "PUBLIC_URL must be an https URL"],
    [{ PUBLIC_URL: "https://127.0.0.1:3000" }, "PUBLIC_URL must be an https URL"],
    [{ PGHOST: "db" }, "PGHOST is set and not read, and DATABASE_URL is unset"],
  ])("in production %j", (environment, message) => {
    const read = () => readSettings({ ...production, ...environment }, { serves: true });
    expect(read).toThrow(message);
    readSettings(environment);
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

test("a line break at the end of a value is ignored", () => {
  for (const end of ["\n", "\r\n"])
    expect(
      readSettings({ MASTER_KEY: key + end, DATA_DIR: `/data${end}`, PORT: end }),
    ).toMatchObject({
      masterKey: Buffer.alloc(32, "key 1"),
      dataDirectory: "/data",
      port: 3000,
    });
  expect(() => readSettings({ ...production, MASTER_KEY: "\n" })).toThrow("MASTER_KEY is required");
});

test("the URL of a database in another variable is refused in production, without showing it", () => {
  const STORE = "postgres://me:secret@db/a";
  const read = () => readSettings({ ...production, STORE });
  expect(read).toThrow("STORE holds the URL of a PostgreSQL database, and DATABASE_URL is unset");
  expect(read).not.toThrow("secret");
  readSettings({ ...production, STORE, DATABASE_URL: STORE });
});

test("a name that resembles a setting is refused in production, and reported in a sandbox", () => {
  const DATABASE_URI = "postgres://me:secret@db/a";
  expect(() => readSettings({ ...production, DATABASE_URI })).toThrow(
    /DATABASE_URI is no setting\. Did you mean DATABASE_URL\?/,
  );
  const warnings: string[] = [];
  readSettings({ DATABASE_URI, db_port: "1" }, { warn: (sentence) => warnings.push(sentence) });
  expect(warnings).toEqual([expect.stringContaining("DATABASE_URI")]);
  expect(warnings.join()).not.toContain("secret");
  readSettings({ ...production, DATABASE_URI, DATABASE_URL: "postgres://db/b" });
});

test("the name of the database has no password", () => {
  const databaseUrl = "postgres://me:secret@db:5432/payments?password=secret";
  expect(storageName({ databaseUrl, dataDirectory: "" })).toBe("postgres://db:5432/payments");
  expect(storageName({ databaseUrl: undefined, dataDirectory: "/data" })).toBe(
    "/data/gateway.sqlite",
  );
});

test("a sandbox that NODE_ENV calls production is reported", () => {
  const warningsOf = (environment: Record<string, string>) => {
    const warnings: string[] = [];
    readSettings(environment, { serves: true, warn: (sentence) => warnings.push(sentence) });
    return warnings;
  };
  const NODE_ENV = "production";
  expect(warningsOf({ NODE_ENV })).toEqual([expect.stringContaining("MODE is unset")]);
  expect(warningsOf({ NODE_ENV, MODE: "sandbox" })).toEqual([]);
});
