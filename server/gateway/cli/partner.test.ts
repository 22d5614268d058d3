import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { optionNames } from "./partner-options.ts";
import { temporaryFolder } from "../testing/open-gateway.ts";
import { runCommand } from "../testing/process.ts";

function production() {
  return {
    ...process.env,
    MODE: "production",
    DATA_DIR: temporaryFolder(),
    MASTER_KEY: Buffer.alloc(32, 7).toString("base64"),
  };
}

test("a partner is registered with all that it has, and changed later", async () => {
  const env = production();
  const partner = async (...given: string[]) => {
    const ended = await runCommand("cli/partner.ts", ["--code", "ACME", ...given], env);
    expect(ended.stderr).toBe("");
    const printed: unknown = JSON.parse(ended.stdout);
    return printed;
  };
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
  const other = "https://acme.example/other";
  expect(await partner("--change", "--callback-url", other, "--no-owner")).toEqual({
    ...made,
    ownerType: false,
    callbackUrl: other,
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

  const again = await runCommand("cli/partner.ts", ["--code", "ACME", "--banks", ""], env);
  expect(again).toMatchObject({ code: 2, stdout: "" });
  expect(again.stderr).toContain("There is a partner ACME already; --change changes it.");
  const absent = await runCommand("cli/partner.ts", ["--code", "B", "--change"], env);
  expect(absent).toMatchObject({ code: 2, stdout: "", stderr: "There is no partner B.\n" });
});

test("a secret is rotated, a partner disabled and enabled, and all sealed under a new master key", async () => {
  const env = production();
  const run = async (given: readonly string[], further: object = {}) => {
    const ended = await runCommand("cli/partner.ts", given, { ...env, ...further });
    expect(ended.stderr).toBe("");
    return JSON.parse(ended.stdout) as Record<string, string>;
  };
  const change = ["--code", "ACME", "--change"];
  const { secret } = await run(["--code", "ACME", "--banks", ""]);
  const rotated = await run([...change, "--rotate-secret", "--disable"]);
  expect(rotated["secret"]).not.toBe(secret);
  expect(rotated).toMatchObject({ disabled: true, jwt: expect.any(String) as unknown });
  const hours = (Date.parse(rotated["previousSecretUntil"] ?? "") - Date.now()) / 3_600_000;
  expect(Math.round(hours)).toBe(24);

  const keys = {
    MASTER_KEY: Buffer.alloc(32, 8).toString("base64"),
    MASTER_KEY_PREVIOUS: env.MASTER_KEY,
  };
  expect(await run(["--reseal"], keys)).toEqual({ resealed: 2 });
  const alone = { MASTER_KEY: keys.MASTER_KEY };
  const ended = await run([...change, "--rotate-secret", "--old-secret-hours", "0"], alone);
  expect(ended).not.toHaveProperty("previousSecretUntil");
  expect(await run([...change, "--enable"], alone)).toMatchObject({ disabled: false });
});

test.each([
  ["sealed again", ["--reseal"]],
  ["changed", ["--code", "ACME", "--change", "--disable"]],
])("where no gateway was, nothing is %s, and none is made", async (_, given) => {
  const env = production();
  const ended = await runCommand("cli/partner.ts", given, env);
  expect(ended).toMatchObject({ code: 2, stdout: "" });
  expect(ended.stderr).toContain("There is no data of a gateway");
  expect(readdirSync(env.DATA_DIR)).toEqual([]);
});

test("the help needs no settings, and names every option", async () => {
  const { code, stdout } = await runCommand("cli/partner.ts", ["--help"], { MODE: "production" });
  expect(code).toBe(0);
  for (const option of optionNames) expect(stdout).toContain(`  --${option} `);
});
