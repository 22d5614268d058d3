/**
 * Runs a gateway with and without a PgBouncer in transaction mode, and prints how payments go.
 *
 *     node server/gateway/laboratory/pgbouncer.ts
 */
import { execFileSync, spawn } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { freePort, startPostgres } from "../testing/postgres.ts";
import { startLoad } from "../testing/steady-load.ts";
import { makeGatewayCluster } from "../tests/testing/gateway-cluster.ts";
import { pay } from "./payments.ts";

const server = await startPostgres({ durable: true });
const folder = mkdtempSync("/tmp/pgbouncer-");
chmodSync(folder, 0o755);
const direct = new URL(server.url);
const port = await freePort();
writeFileSync(
  join(folder, "pgbouncer.ini"),
  `[databases]
* = host=127.0.0.1 port=${direct.port} user=postgres password=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
auth_type = any
pool_mode = transaction
default_pool_size = 5
max_client_conn = 200
unix_socket_dir =
`,
);
const uid = Number(execFileSync("id", ["-u", "postgres"]));
const bouncer = spawn("pgbouncer", [join(folder, "pgbouncer.ini")], { uid, stdio: "ignore" });
try {
  await wait(1000);
  for (const [name, at] of Object.entries({
    "PgBouncer, 5 connections": String(port),
    direct: direct.port,
  })) {
    const database = `d${at}`;
    const client = new pg.Client(server.url);
    await client.connect();
    await client.query(`CREATE DATABASE ${database} ENCODING 'UTF8' TEMPLATE template0`);
    // A session of PgBouncer has other connections than the one that was prepared.
    for (const setting of [
      "lock_timeout = '10s'",
      "statement_timeout = '18s'",
      "idle_in_transaction_session_timeout = '30s'",
    ])
      await client.query(`ALTER DATABASE ${database} SET ${setting}`);
    await client.end();
    const url = new URL(`/${database}`, direct);
    url.port = at;
    await using gateways = await makeGatewayCluster({ url: url.href });
    const gateway = await gateways.start({ LOG_LEVEL: "silent" });
    const load = startLoad(gateway.url, gateway.token, 40);
    await load.steady();
    const payments = await pay(gateway, 40);
    const orders = await load.stop();
    const refused = orders.filter(({ status }) => status !== 200).length;
    console.log(name, { orders: orders.length, refused, ...payments });
  }
} finally {
  bouncer.kill("SIGKILL");
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
