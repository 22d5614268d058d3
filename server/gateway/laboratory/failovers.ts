/**
 * Kills the primary of a cluster several times under load, and counts acknowledged orders that are lost and requests that fail.
 *
 *     node server/gateway/laboratory/failovers.ts [ORDERS A SECOND] [TIMES]
 */
import { mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { startGatewayProcess } from "../testing/gateway-process.ts";
import { startLoad } from "../testing/steady-load.ts";
import { startCluster } from "./cluster.ts";

const [rate = "50", times = "5"] = process.argv.slice(2);
await using folder = await mkdtempDisposable(join(tmpdir(), "failovers-"));
const cluster = await startCluster();
try {
  const gateway = await startGatewayProcess({
    MODE: "sandbox",
    PORT: "0",
    LOG_LEVEL: "silent",
    DATA_DIR: folder.path,
    DATABASE_URL: cluster.url,
  });
  const load = startLoad(gateway.url, gateway.token, Number(rate));
  await load.steady();
  const kills: number[] = [];
  for (let at = 0; at < Number(times); at += 1) {
    kills.push(performance.now());
    const name = await cluster.killPrimary();
    await wait(15_000);
    await cluster.restart(name);
    await load.steady();
  }
  const orders = await load.stop();
  await gateway.end("SIGTERM");
  const client = new pg.Client(cluster.url);
  await client.connect();
  const { rows } = await client.query<{ id: string }>("SELECT order_id AS id FROM transactions");
  await client.end();
  const stored = new Set(rows.map(({ id }) => id));
  const acknowledged = orders.filter(({ status }) => status === 200);
  const failed = orders.filter(({ status }) => status !== 200);
  console.log("| Kill | Failed | Last failure after |\n| --: | --: | --: |");
  for (const [at, kill] of kills.entries()) {
    const next = kills[at + 1] ?? Infinity;
    const own = failed.flatMap(({ end }) => (end > kill && end < next ? end - kill : []));
    const last = Math.max(0, ...own) / 1000;
    console.log(`| ${at + 1} | ${own.length} | ${last.toFixed(1)} s |`);
  }
  const lost = acknowledged.filter(({ id }) => !stored.has(id)).length;
  console.log(
    `\n${orders.length} orders, ${acknowledged.length} acknowledged, ${lost} lost, ${failed.length} failed.`,
  );
} finally {
  await cluster.stop();
}
