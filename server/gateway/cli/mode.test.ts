import { expect, test } from "vitest";
import { temporaryFolder } from "../testing/open-gateway.ts";
import { runCommand } from "../testing/process.ts";

test("no command opens a database of production in a sandbox, and DEMO is nobody there", async () => {
  const sandbox = {
    ...process.env,
    MODE: "sandbox",
    DATA_DIR: temporaryFolder(),
    MASTER_KEY: Buffer.alloc(32, 7).toString("base64"),
  };
  const production = { ...sandbox, MODE: "production" };
  const registering = (code: string) => ["--code", code, "--banks", ""];
  expect(await runCommand("cli/partner.ts", registering("ACME"), production)).toMatchObject({
    code: 0,
  });
  for (const [command = "", ...given] of [
    ["partner", ...registering("B")],
    ["token"],
    ["token", "--existing"],
    ["audit"],
    ["receive", "--port", "0"],
  ])
    expect(await runCommand(`cli/${command}.ts`, given, sandbox), command).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("belongs to MODE=production") as unknown,
    });

  const demo = await runCommand("cli/partner.ts", registering("DEMO"), production);
  expect([demo.code, demo.stderr]).toEqual([2, expect.stringContaining("--code DEMO")]);
  expect((await runCommand("cli/token.ts", [], production)).code).toBe(2);
});
