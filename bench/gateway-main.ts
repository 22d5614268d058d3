import { mkdtempSync, rmSync } from "node:fs";
import { open } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import {
  type GatewayProcess,
  startGatewayProcess,
} from "../server/gateway/testing/gateway-process.ts";
import { startPostgres } from "../server/gateway/testing/postgres.ts";
import { Child } from "./child.ts";
import type { OrdersOrder, OrdersReport } from "./gateway-load.ts";
import { spreadOf } from "./measure/statistics.ts";
import { table } from "./table.ts";

const help = `Durable orders per second of the reference gateway: HTTP, JWT, validation both ways, and a commit that is on disk before the answer.

  --quick  one short round instead of three long ones
  --json   prints the figures as JSON
  --help   prints this`;

/** Enough that several commits can share one write to the disk. */
const CONNECTIONS = 32;

/** One way to run the gateway. */
interface Setting {
  readonly name: string;
  readonly processes: number;
  readonly postgres: boolean;
}

const settings: readonly Setting[] = [
  { name: "SQLite, 1 process", processes: 1, postgres: false },
  { name: "PostgreSQL, 1 process", processes: 1, postgres: true },
  { name: "PostgreSQL, 2 processes", processes: 2, postgres: true },
];

const { values } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});
const rounds = values.quick ? 1 : 3;
const durationMs = values.quick ? 2000 : 10_000;
const warmUpMs = values.quick ? 1000 : 3000;

if (values.help) console.log(help);
else await main();

async function main(): Promise<void> {
  const fsyncMs = await measureFsync();
  const results = [];
  for (const setting of settings) results.push(await measure(setting));
  if (values.json) {
    console.log(JSON.stringify({ fsyncMs, results }, null, 2));
    return;
  }
  const cores = availableParallelism();
  console.log(
    table(
      ["", "orders/s", "p50 ms", "p99 ms", "load's share of the cores"],
      results.map(({ name, ordersPerSecond, p50Ms, p99Ms, loadShare }) => [
        name,
        ordersPerSecond.toFixed(0),
        p50Ms.toFixed(1),
        p99Ms.toFixed(1),
        `${(loadShare * 100).toFixed(0)} %`,
      ]),
    ),
  );
  console.log(
    `\n${CONNECTIONS} connections; ${cores} cores, shared by gateway, database and load; one write to the disk takes ${fsyncMs.toFixed(2)} ms in ${tmpdir()}.`,
  );
}

/** The median of the rounds. Every acknowledged order is looked for at the end. */
async function measure({ name, processes, postgres }: Setting) {
  const folder = mkdtempSync(join(tmpdir(), "bench-gateway-"));
  const server = postgres ? await startPostgres({ durable: true }) : undefined;
  const gateways: GatewayProcess[] = [];
  try {
    for (let started = 0; started < processes; started += 1)
      gateways.push(await startGateway(folder, server?.url));
    await using load = new Child("gateway-load.ts");
    const [{ token } = { token: "" }] = gateways;
    const ask = (run: string, forMs: number) =>
      load.ask<OrdersReport>({
        ports: gateways.map(({ url }) => Number(new URL(url).port)),
        token,
        run,
        connections: CONNECTIONS,
        durationMs: forMs,
      } satisfies OrdersOrder);
    const reports = [await ask("warm-up", warmUpMs)];
    for (let round = 0; round < rounds; round += 1)
      reports.push(await ask(`round-${round}`, durationMs));
    await requireAll(gateways, reports);
    const measured = reports.slice(1);
    const median = (of: (report: OrdersReport) => number) => spreadOf(measured.map(of)).median;
    return {
      name,
      ordersPerSecond: median((r) => (r.acknowledged / r.wallMs) * 1000),
      p50Ms: median((r) => r.p50Ms),
      p99Ms: median((r) => r.p99Ms),
      loadShare: median((r) => r.cpuMs / r.wallMs / availableParallelism()),
    };
  } finally {
    await Promise.all(gateways.map((gateway) => gateway.end("SIGTERM")));
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @throws Error when an order was acknowledged and is not there, or is there twice */
async function requireAll(
  gateways: readonly GatewayProcess[],
  reports: readonly OrdersReport[],
): Promise<void> {
  const expected = reports.reduce((sum, each) => sum + each.acknowledged, 0);
  for (const { url, token } of gateways) {
    const response = await fetch(`${url}/api/v2/orders/transactions?limit=1`, {
      headers: { "X-SERVICE-AUTH": token },
    });
    const { pagination } = (await response.json()) as {
      pagination: { total: number };
    };
    if (pagination.total !== expected)
      throw new Error(`${expected} orders were acknowledged, ${pagination.total} are there.`);
  }
}

/** Starts a gateway; whoever read a log would take a part of the cores. */
function startGateway(folder: string, databaseUrl = ""): Promise<GatewayProcess> {
  return startGatewayProcess({
    MODE: "sandbox",
    PORT: "0",
    DATA_DIR: folder,
    DATABASE_URL: databaseUrl,
    LOG_LEVEL: "warn",
  });
}

/** How long the disk takes to say that a page is on it: what bounds every durable commit. */
async function measureFsync(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), "bench-fsync-"));
  const file = await open(join(folder, "page"), "w");
  const page = Buffer.alloc(4096);
  const times: number[] = [];
  for (let write = 0; write < 50; write += 1) {
    const from = performance.now();
    await file.write(page);
    await file.sync();
    times.push(performance.now() - from);
  }
  await file.close();
  rmSync(folder, { recursive: true });
  return spreadOf(times).median;
}
