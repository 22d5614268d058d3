import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../testing/open-gateway.ts";
import { runCommand, startCommand } from "../../testing/process.ts";

const command = "process/commands/sandbox.ts";

/** An environment of another program, whose database must not be touched. */
function environment() {
  const temporary = temporaryFolder();
  const env = { ...process.env, TMPDIR: temporary, DATABASE_URL: "postgres://127.0.0.1:1/shop" };
  return { temporary, env };
}

test("it serves a sandbox with the data of a temporary folder until a signal", async () => {
  const { temporary, env } = environment();
  const seed = join(temporaryFolder(), "seed.yaml");
  writeFileSync(seed, "partners: [{ code: DEMO, bankCodes: [OF-SEED] }]");
  const sandbox = startCommand(command, ["--port", "0", "--seed", seed], env);
  const [, url = ""] = await sandbox.printed(/^Payment gateway \(sandbox\) at (\S+)/m);
  const [, token = ""] = await sandbox.printed(/Bearer ([^' ]*)'/);
  expect(sandbox.written()).toContain(`${url}/console/inbox`);
  const headers = { "X-SERVICE-AUTH": token };
  const partner = await fetch(`${url}/sandbox/partner`, { headers });
  expect(await partner.json()).toMatchObject({ bankCodes: ["OF-SEED"] });
  expect(readdirSync(temporary)).toHaveLength(1);
  expect(await sandbox.end("SIGTERM")).toBe(0);
  expect(readdirSync(temporary)).toEqual([]);
});

test("it keeps its data in a folder, and listens on PORT", async () => {
  const { temporary, env } = environment();
  const data = join(temporaryFolder(), "data");
  const sandbox = startCommand(command, ["--data", data], { ...env, PORT: "0" });
  const [, url] = await sandbox.printed(/^Payment gateway \(sandbox\) at (\S+)/m);
  expect(url).not.toMatch(/:3000$/);
  await sandbox.end("SIGTERM");
  expect(readdirSync(data)).toContain("gateway.sqlite");
  expect(readdirSync(temporary)).toEqual([]);
});

test.each([
  [["--postgres", "postgres://127.0.0.1:1/a"], "--postgres needs --data FOLDER"],
  [["--data", "/dev/null", "--postgres", "postgres://127.0.0.1:1/a"], "Check --postgres"],
  [["--datta", "x"], "--datta"],
])("%j exits with 2, and one sentence", async (given, message) => {
  const { temporary, env } = environment();
  const { code, stderr } = await runCommand(command, given, env);
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  expect(stderr).not.toMatch(/\n +at /);
  expect(readdirSync(temporary)).toEqual([]);
});

test("--help lists the options", async () => {
  const { code, stdout } = await runCommand(command, ["--help"], environment().env);
  expect([code, stdout]).toEqual([0, expect.stringContaining("--seed FILE")]);
});
