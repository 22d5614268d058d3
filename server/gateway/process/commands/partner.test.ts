import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../testing/open-gateway.ts";
import { optionNames } from "./partner-options.ts";
import { help, partnerCommand } from "./partner.ts";

function production() {
  return {
    MODE: "production",
    DATA_DIR: temporaryFolder(),
    MASTER_KEY: Buffer.alloc(32, "key 7").toString("base64"),
  };
}

test("a partner is registered and changed with all options", async () => {
  const env = production();
  const partner = (...given: string[]) => partnerCommand(["--code", "ACME", ...given], env);
  const url = "https://acme.example/callbacks";
  const registered = await partner(
    ...["--callback-url", url, "--methods", "CC, ATM", "--banks", "VCB"],
    ...["--sub-accounts", "SUB-1,SUB-2", "--fees", "CC=3300,ATM=0", "--owner"],
  );
  const anyText: unknown = expect.any(String);
  expect(registered).toEqual({
    partnerCode: "ACME",
    secret: anyText,
    jwt: anyText,
    callbackUrl: url,
  });
  const made = {
    partnerCode: "ACME",
    ownerType: true,
    paymentMethods: ["ATM", "CC"],
    bankCodes: ["VCB"],
    subAccounts: ["SUB-1", "SUB-2"],
    customerFees: { ATM: 0, CC: 3300 },
    callbackUrl: url,
    disabled: false,
  };
  expect(await partner("--change")).toEqual(made);
  const changedUrl = "https://acme.example/other";
  expect(await partner("--change", "--callback-url", changedUrl, "--no-owner")).toEqual({
    ...made,
    ownerType: false,
    callbackUrl: changedUrl,
  });
  expect(
    await partner("--change", "--callback-url", "", "--fees", "VA=1000", "--sub-accounts", ""),
  ).toEqual({
    ...made,
    ownerType: false,
    subAccounts: [],
    customerFees: { VA: 1000 },
    callbackUrl: null,
  });

  await expect(partner("--banks", "")).rejects.toThrow(
    "There is a partner ACME already; --change changes it.",
  );
  const absent = partnerCommand(["--code", "B", "--change"], env);
  await expect(absent).rejects.toThrow("There is no partner B.");
});

test("rotates a secret, disables and enables a partner, and encrypts everything with a new master key", async () => {
  const env = production();
  const run = async (given: string[], further: Record<string, string> = {}) =>
    new Map<string, unknown>(Object.entries(await partnerCommand(given, { ...env, ...further })));
  const change = ["--code", "ACME", "--change"];
  const registered = await run(["--code", "ACME", "--banks", ""]);
  const rotated = await run([...change, "--rotate-secret", "--disable"]);
  expect(rotated.get("secret")).not.toBe(registered.get("secret"));
  expect([rotated.get("disabled"), rotated.get("jwt")]).toEqual([true, expect.any(String)]);
  const until = Date.parse(String(rotated.get("previousSecretUntil")));
  const hours = (until - Date.now()) / 3_600_000;
  expect(Math.round(hours)).toBe(24);

  const keys = {
    MASTER_KEY: Buffer.alloc(32, "key 8").toString("base64"),
    MASTER_KEY_PREVIOUS: env.MASTER_KEY,
  };
  expect((await run(["--reencrypt"], keys)).get("reencrypted")).toBe(2);
  const alone = { MASTER_KEY: keys.MASTER_KEY };
  const ended = await run([...change, "--rotate-secret", "--old-secret-hours", "0"], alone);
  expect(ended.has("previousSecretUntil")).toBe(false);
  expect((await run([...change, "--enable"], alone)).get("disabled")).toBe(false);
});

test.each([
  ["encrypted again", ["--reencrypt"]],
  ["changed", ["--code", "ACME", "--change", "--disable"]],
])("without the data of a gateway, nothing is %s or created", async (_, given) => {
  const env = production();
  await expect(partnerCommand(given, env)).rejects.toThrow("has no data of a gateway");
  expect(readdirSync(env.DATA_DIR)).toEqual([]);
});

test("the help names every option", () => {
  for (const option of optionNames) expect(help).toContain(`  --${option} `);
});
