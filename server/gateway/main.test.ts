import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "./testing/open-gateway.ts";

const run = promisify(execFile);
const script = (name: string) => fileURLToPath(new URL(name, import.meta.url));

function environment(further: Record<string, string> = {}) {
  // The test runner sets a MODE of its own.
  const own = { PORT: "0", MODE: "sandbox", DATA_DIR: temporaryFolder() };
  return { ...process.env, ...own, ...further };
}

test("prints a command that works as printed, and leaves with 0 on SIGTERM", async () => {
  const env = environment();
  const gateway = spawn(process.execPath, [script("main.ts")], { env });
  onTestFinished(() => {
    gateway.kill("SIGKILL");
  });
  let printed = "";
  for await (const chunk of gateway.stdout) {
    printed += String(chunk);
    if (/^curl .*\n/m.test(printed)) break;
  }
  const url = /at (http:\S+)/.exec(printed)?.[1] ?? "";
  expect(printed).toContain(`${url}/docs`);
  const command = /^curl .*$/m.exec(printed)?.[0] ?? "";
  const { stdout } = await run("sh", ["-c", command]);
  expect(JSON.parse(stdout)).toMatchObject({
    transaction: { status: "pending", errorCode: 35, partnerCode: "DEMO" },
  });

  const token = await run(process.execPath, [script("cli/token.ts")], { env });
  const list = await fetch(`${url}/api/v2/orders/transactions`, {
    headers: { "X-SERVICE-AUTH": token.stdout.trim() },
  });
  expect(await list.json()).toMatchObject({ pagination: { total: 1 } });

  gateway.kill("SIGTERM");
  expect(await once(gateway, "exit")).toEqual([0, null]);
});

test.each([
  ["main.ts", [], { MODE: "production" }, "MASTER_KEY"],
  ["main.ts", [], { PORT: "no" }, "PORT must be"],
  ["main.ts", [], { DATABASE_URL: "postgres://me:secret@127.0.0.1:1/none" }, "Check DATABASE_URL."],
  ["cli/token.ts", ["--partner", "nobody"], {}, "There is no partner nobody."],
  ["cli/token.ts", ["--hours", "25"], {}, "--hours"],
  ["cli/token.ts", ["--ours", "2"], {}, "--ours"],
])("%s %j %j cannot run", async (name, given, further, message) => {
  const env = environment(further);
  const failed = run(process.execPath, [script(name), ...given], { env });
  const stderr: unknown = expect.stringContaining(message);
  await expect(failed).rejects.toMatchObject({ code: 2, stderr });
});
