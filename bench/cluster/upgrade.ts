/**
 * Upgrades gateways under load while the build before works on, and counts what fails and what is lost.
 *
 *     node bench/cluster/upgrade.ts CHECKOUT
 *
 * CHECKOUT is a folder with the build before.
 */
import { execFileSync } from "node:child_process";
import { mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { startGatewayProcess } from "../../server/gateway/testing/gateway-process.ts";
import { startPostgres } from "../../server/gateway/testing/postgres.ts";
import {
  type SentOrder,
  startLoad,
  storedOrders,
} from "../../server/gateway/testing/steady-load.ts";

const [checkout = ""] = process.argv.slice(2);
const here = resolve(import.meta.dirname, "../..");
const before = resolve(checkout);
await using folder = await mkdtempDisposable(join(tmpdir(), "upgrade-"));
const server = await startPostgres({ durable: true });
const environment = {
  MODE: "sandbox",
  PORT: "0",
  LOG_LEVEL: "silent",
  DATA_DIR: folder.path,
  DATABASE_URL: server.url,
};
const sent: SentOrder[] = [];

/** Starts a gateway of a build, with orders at a steady rate. Returns what stops both. */
async function startLoaded(build: string, name: string): Promise<() => Promise<void>> {
  const file = join(build, "server/gateway/testing/gateway-process.ts");
  const start = (await import(file)) as { startGatewayProcess: typeof startGatewayProcess };
  const gateway = await start.startGatewayProcess(environment);
  const load = startLoad(gateway.url, gateway.token, 10, { name });
  await load.steady();
  return async () => {
    const orders = await load.stop();
    await gateway.end("SIGTERM");
    sent.push(...orders);
    const failed = orders.filter(({ status }) => status !== 200);
    console.log(`${name}: ${orders.length} orders, ${failed.length} failed`);
  };
}

try {
  const stopOld = await startLoaded(before, "the build before");
  const stopNew = await startLoaded(here, "this build, beside it");
  await wait(5000);
  await stopOld();
  await wait(2000);
  await stopNew();
  const stored = await storedOrders(server.url);
  const lost = sent.filter(({ id, status }) => status === 200 && !stored.has(id)).length;
  console.log(`${sent.length} orders, ${lost} acknowledged ones are lost`);
  const options = { env: { ...process.env, ...environment }, encoding: "utf8" } as const;
  const audit = join(here, "server/gateway/process/commands/audit.ts");
  console.log(execFileSync(process.execPath, [audit], options).trim());
} finally {
  await server.stop();
}
