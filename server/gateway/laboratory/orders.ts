/**
 * Measures the processor time of an order, a list and a payment on PostgreSQL, in the gateway and in the database.
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
  const measure = async (name: string, times: number, run: () => Promise<unknown>) => {
    const before = [processMs(gateway.pid), postgresMs(server.folder)];
    await run();
    const after = [processMs(gateway.pid), postgresMs(server.folder)];
    const each = after.map((ms, at) => ((ms - (before[at] ?? 0)) / times).toFixed(2));
    console.log(`| ${[name, ...each].join(" | ")} |`);
  };
  const times = Number(count);
  // Until the program is compiled.
  await inParallel(1000, (at) => place(-at));
  console.log("| Processor time, ms each | Gateway | PostgreSQL |\n| --- | --: | --: |");
  await measure("order", times, () => inParallel(times, place));
  await measure("list of 20", times, () => inParallel(times, list));
  await measure("nothing, for a second", 10, () => wait(10_000));
  const bytes = async () => {
    const client = new pg.Client(server.url);
    await client.connect();
    const size =
      "SELECT sum(pg_total_relation_size(relid))::float AS bytes FROM pg_stat_user_tables";
    const { rows } = await client.query<{ bytes: number }>(size);
    await client.end();
    return rows[0]?.bytes ?? 0;
  };
  const payments = times / 4;
  const before = await bytes();
  await measure("payment with its order, pages and callback", payments, () =>
    pay(gateway, payments),
  );
  console.log(`\nA payment takes ${Math.round(((await bytes()) - before) / payments)} bytes.`);
} finally {
  await server.stop();
}
