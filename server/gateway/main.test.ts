import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { bankModule } from "./testing/bank-module.ts";
import { startGatewayProcess } from "./testing/gateway-process.ts";
import { temporaryFolder } from "./testing/open-gateway.ts";
import { runCommand, startCommand } from "./testing/process.ts";

function environment(further: Record<string, string> = {}) {
  // The test runner sets MODE.
  const own = { PORT: "0", MODE: "sandbox", DATA_DIR: temporaryFolder() };
  return { ...process.env, ...own, ...further };
}

test("prints an example command that works, and exits with 0 on SIGTERM", async () => {
  const env = environment();
  const gateway = await startGatewayProcess(env);
  onTestFinished(() => void gateway.end("SIGKILL"));
  const { url } = gateway;
  expect(gateway.written()).toContain(`${url}/docs`);
  const command = /^curl .*$/m.exec(gateway.written())?.[0] ?? "";
  const { stdout } = await promisify(execFile)("sh", ["-c", command]);
  expect(JSON.parse(stdout)).toMatchObject({
    transaction: { status: "pending", errorCode: 35, partnerCode: "DEMO" },
  });
  const { payment } = JSON.parse(stdout) as { payment: { url: string } };
  expect(await (await fetch(payment.url)).text()).toContain('lang="en"');

  const token = await runCommand("cli/token.ts", [], env);
  const list = await fetch(`${url}/api/v2/orders/transactions`, {
    headers: { "X-SERVICE-AUTH": token.stdout.trim() },
  });
  expect(await list.json()).toMatchObject({ pagination: { total: 1 } });

  expect(await gateway.end("SIGTERM")).toBe(0);
});

test.each([
  ["main.ts", [], { MODE: "production" }, "MASTER_KEY"],
  ["main.ts", [], { DATABASE_URL: "postgres://me:secret@127.0.0.1:1/none" }, "Check DATABASE_URL."],
  ["cli/token.ts", ["--partner", "nobody"], {}, "There is no partner nobody."],
  ["cli/token.ts", ["--hours", "25"], {}, "--hours must be"],
])("%s %j %j exits with 2", async (name, given, further, message) => {
  const { code, stderr } = await runCommand(name, given, environment(further));
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
});

test("a second signal ends a gateway that is still starting", async () => {
  const bank = bankModule(`export function createBank() {
    console.log("starting");
    // Keeps the thread alive.
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
  running.child.kill("SIGTERM");
  running.child.kill("SIGINT");
  expect(await running.closed).toBe(1);
});
