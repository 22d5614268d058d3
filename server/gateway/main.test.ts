import { execFile } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { bankModule } from "./testing/bank-module.ts";
import { startGatewayProcess } from "./testing/gateway-process.ts";
import { temporaryFolder } from "./testing/open-gateway.ts";
import { startCommand } from "./testing/process.ts";

const run = promisify(execFile);
const script = (name: string) => fileURLToPath(new URL(name, import.meta.url));

function environment(further: Record<string, string> = {}) {
  // The test runner sets a MODE of its own.
  const own = { PORT: "0", MODE: "sandbox", DATA_DIR: temporaryFolder() };
  return { ...process.env, ...own, ...further };
}

test("prints a command that works as printed, and leaves with 0 on SIGTERM", async () => {
  const env = environment();
  const gateway = await startGatewayProcess(env);
  onTestFinished(() => void gateway.end("SIGKILL"));
  const { url } = gateway;
  expect(gateway.written()).toContain(`${url}/docs`);
  const command = /^curl .*$/m.exec(gateway.written())?.[0] ?? "";
  const { stdout } = await run("sh", ["-c", command]);
  expect(JSON.parse(stdout)).toMatchObject({
    transaction: { status: "pending", errorCode: 35, partnerCode: "DEMO" },
  });

  const token = await run(process.execPath, [script("cli/token.ts")], { env });
  const list = await fetch(`${url}/api/v2/orders/transactions`, {
    headers: { "X-SERVICE-AUTH": token.stdout.trim() },
  });
  expect(await list.json()).toMatchObject({ pagination: { total: 1 } });

  expect(await gateway.end("SIGTERM")).toBe(0);
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

test("a gateway that is still starting leaves at the second signal", async () => {
  const bank = bankModule(`export function createBank() {
    console.log("starting");
    // Keeps its thread alive.
    setInterval(() => {}, 60_000);
    return new Promise(() => {});
  }`);
  const env = environment({
    MODE: "production",
    MASTER_KEY: Buffer.alloc(32).toString("base64"),
    BANK_MODULE: bank,
  });
  const running = startCommand("main.ts", [], env);
  await running.printed(/starting/);
  running.process.kill("SIGTERM");
  running.process.kill("SIGINT");
  expect(await once(running.process, "exit")).toEqual([1, null]);
});
