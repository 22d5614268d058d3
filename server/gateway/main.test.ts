import { execFile } from "node:child_process";
import { mkdtempDisposableSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { DatabaseSync } from "node:sqlite";
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

  const token = await runCommand("process/commands/token.ts", [], env);
  const list = await fetch(`${url}/api/v2/orders/transactions`, {
    headers: { "X-SERVICE-AUTH": token.stdout.trim() },
  });
  expect(await list.json()).toMatchObject({ pagination: { total: 1 } });

  expect(await gateway.end("SIGTERM")).toBe(0);
});

const production = {
  MODE: "production",
  MASTER_KEY: Buffer.alloc(32, "key").toString("base64"),
  PUBLIC_URL: "https://pay.example",
};

test.each([
  ["main.ts", [], { DATABASE_URL: "postgres://me:secret@127.0.0.1:1/none" }, "Check DATABASE_URL."],
  ["process/commands/token.ts", ["--hours", "25"], {}, "--hours must be"],
])("%s %j %j exits with 2, and one sentence", async (name, given, further, message) => {
  const { code, stderr } = await runCommand(name, given, environment(further));
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  expect(stderr).not.toMatch(/\n +at /);
});

test.each([
  ["no database", "no database ".repeat(1000), "is no SQLite database"],
  // The pages after the header are not those of its tables.
  ["a damaged one", Buffer.concat([sqliteHeader(), Buffer.alloc(8192, 7)]), "is damaged"],
])(
  "a file that is %s ends the start with one sentence, and no key is made",
  async (_, content, message) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "gateway.sqlite"), content, { mode: 0o600 });
    const { code, stderr } = await runCommand("main.ts", [], environment({ DATA_DIR: folder }));
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
    expect(stderr).not.toMatch(/\n +at /);
    expect(readdirSync(folder)).toEqual(["gateway.sqlite"]);
  },
);

/** The header of a database (sqlite.org/fileformat.html, section 1.3). */
function sqliteHeader(): Buffer {
  using folder = mkdtempDisposableSync(join(tmpdir(), "header-"));
  const path = join(folder.path, "header.sqlite");
  const database = new DatabaseSync(path);
  database.exec("CREATE TABLE settings (name)");
  database.close();
  return readFileSync(path).subarray(0, 100);
}

test("the first line names the database without its password, and a similar name is reported", async () => {
  const here = environment({ DATABASE_URI: "" });
  const folder = here.DATA_DIR;
  const running = startCommand("main.ts", [], { ...here, DATABASE_URI: "postgres://db/a" });
  await running.printed(/Payment gateway/);
  const [first = ""] = running
    .written()
    .split("\n")
    .filter((line) => line.startsWith("{"));
  expect(JSON.parse(first)).toMatchObject({
    mode: "sandbox",
    storage: join(folder, "gateway.sqlite"),
    msg: "starting",
  });
  expect(running.written()).toContain("Did you mean DATABASE_URL?");
  await running.end("SIGTERM");
});

test("a second signal ends a gateway that is still starting", async () => {
  const bank = bankModule(`export function createBank() {
    console.log("the bank is opened");
    // Keeps the thread alive.
    setInterval(() => {}, 60_000);
    return new Promise(() => {});
  }`);
  const env = environment({
    ...production,
    BANK_MODULE: bank,
  });
  const running = startCommand("main.ts", [], env);
  await running.printed(/the bank is opened/);
  running.child.kill("SIGTERM");
  running.child.kill("SIGINT");
  expect(await running.closed).toBe(1);
});
