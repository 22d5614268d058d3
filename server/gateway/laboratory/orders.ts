/**
 * Measures the processor time of an order, a list and a payment on PostgreSQL, in the gateway and in the database, and what they write.
 *
 *     node server/gateway/laboratory/orders.ts [ORDERS]
 */
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { hostedBody } from "../testing/order-bodies.ts";
import { startPostgres } from "../testing/postgres.ts";
import { makeGatewayCluster } from "../tests/testing/gateway-cluster.ts";
import { pay } from "./payments.ts";
import { postgresMs, processMs } from "./processor-time.ts";

const [count = "2000"] = process.argv.slice(2);

/** The bytes of all tables with their indexes, and of the write-ahead log. */
const bytesStatement = `
  SELECT sum(pg_total_relation_size(relid))::float AS stored, (pg_current_wal_lsn() - '0/0')::float AS log
  FROM pg_stat_user_tables`;

const server = await startPostgres({ durable: true });
try {
  await using gateways = await makeGatewayCluster(server);
  const gateway = await gateways.start({ LOG_LEVEL: "silent" });
  const headers = { "X-SERVICE-AUTH": gateway.token, "Content-Type": "application/json" };
  const inParallel = async (times: number, send: (at: number) => Promise<Response>) => {
    let next = 0;
    const lane = async () => {
      while (next < times) await (await send((next += 1))).arrayBuffer();
    };
    await Promise.all(Array.from({ length: 8 }, lane));
  };
  const place = (at: number) => {
    const body = JSON.stringify(hostedBody(`o-${at}`));
    return fetch(`${gateway.url}/api/v2/orders/payment`, { method: "POST", headers, body });
  };
  const list = () => fetch(`${gateway.url}/api/v2/orders/transactions?limit=20`, { headers });
  const client = new pg.Client(server.url);
  await client.connect();
  const written = async () => {
    const { rows } = await client.query<{ stored: number; log: number }>(bytesStatement);
    return rows.flatMap(({ stored, log }) => [stored, log]);
  };
  const read = async () => [
    processMs(gateway.pid),
    postgresMs(server.folder),
    ...(await written()),
  ];
  const measure = async (name: string, times: number, run: () => Promise<unknown>) => {
    const before = await read();
    await run();
    const after = await read();
    const each = after.map((value, at) => (value - (before[at] ?? 0)) / times);
    const texts = each.map((value, at) => value.toFixed(at < 2 ? 2 : 0));
    console.log(`| ${[name, ...texts].join(" | ")} |`);
  };
  const times = Number(count);
  // Until the program is compiled.
  await inParallel(1000, (at) => place(-at));
  console.log("| Each | Gateway, ms | PostgreSQL, ms | Stored, bytes | Log, bytes |");
  console.log("| --- | --: | --: | --: | --: |");
  await measure("order", times, () => inParallel(times, place));
  await measure("list of 20", times, () => inParallel(times, list));
  await measure("nothing, for a second", 10, () => wait(10_000));
  const payments = times / 4;
  await measure("payment with its order, pages and callback", payments, () =>
    pay(gateway, payments),
  );
  await client.end();
} finally {
  await server.stop();
}
