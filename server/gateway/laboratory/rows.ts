/**
 * Measures a PostgreSQL with the orders of a year: lists, orders, callbacks, vacuum, backups, and the archive of a month.
 *
 *     node server/gateway/laboratory/rows.ts [ROWS]
 *
 * It needs the programs of an installed PostgreSQL. Ten million orders take 25 GB, and 5 GB for each backup and the archive.
 */
import { statSync } from "node:fs";
import { mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { countTransactions } from "../domain/payments/counting.ts";
import type { TransactionFilter } from "../domain/store.ts";
import { createCipher } from "../security/cipher.ts";
import { openStorage } from "../storage/open.ts";
import { systemClock } from "../system-effects.ts";
import { startGatewayProcess } from "../testing/gateway-process.ts";
import { useInstalledPostgres } from "../testing/installed-postgres.ts";
import { addOrderYear, yearOf } from "../testing/order-year.ts";
import { hostedBody } from "../testing/order-bodies.ts";
import { pay } from "./payments.ts";

const [rows = "10000000"] = process.argv.slice(2);

const SETTINGS = `
fsync = on
shared_buffers = 1GB
maintenance_work_mem = 512MB
max_wal_size = 8GB
`;

const ends: (() => Promise<void>)[] = [];
await using data = await mkdtempDisposable(join(tmpdir(), "rows-"));
try {
  await main();
} finally {
  for (const end of ends.reverse()) await end();
}

async function main(): Promise<void> {
  const postgres = await useInstalledPostgres((end) => ends.push(end));
  const { folder, run } = postgres;
  await run(`initdb --no-sync --auth=trust --username=postgres --encoding=UTF8 ${folder}/primary`);
  const url = await postgres.start(`${folder}/primary`, SETTINGS);
  const psql = (text: string) =>
    run(`psql --quiet --tuples-only --no-align --command="${text}"`, { PGPORT: url.port });
  const storage = await openStorage(url.href, { mode: "sandbox" });
  ends.push(storage.close);
  const store = storage.storeOf(createCipher(new Uint8Array(32)));
  const year = yearOf(Number(rows));

  await show(`${rows} orders, added`, () => addOrderYear(url.href, year));
  console.log(await psql("SELECT pg_size_pretty(pg_database_size('postgres'))"));
  await show("counted", () => countTransactions({ store, clock: systemClock }, systemClock.now()));

  const list = (filter: Partial<TransactionFilter>) =>
    store.transactions.list({ partnerCode: "P1000", limit: 15, page: 1, ...filter }, Date.now());
  const showLists = async () => {
    for (const partnerCode of ["P1000", "P1001"]) {
      const { total } = await list({ partnerCode });
      for (const page of [1, Math.ceil(total / 15)])
        await showMedian(`page ${page} of ${total} orders`, () => list({ partnerCode, page }));
    }
  };
  await showLists();

  const gateway = await startGatewayProcess({
    MODE: "sandbox",
    PORT: "0",
    LOG_LEVEL: "silent",
    DATA_DIR: data.path,
    DATABASE_URL: url.href,
  });
  ends.push(async () => void (await gateway.end("SIGTERM")));
  const headers = { "X-SERVICE-AUTH": gateway.token, "Content-Type": "application/json" };
  let placed = 0;
  await showMedian("an order, with HTTP", async () => {
    const body = JSON.stringify(hostedBody(`o-${(placed += 1)}`));
    const order = await fetch(`${gateway.url}/api/v2/orders/payment`, {
      method: "POST",
      headers,
      body,
    });
    if (order.status !== 200) throw new Error(await order.text());
  });
  console.log("payments:", await pay(gateway, 100));

  await show("vacuum", () => psql("VACUUM"));
  const backup = { PGPORT: url.port };
  await show("pg_dump", () => run(`pg_dump --format=custom --file=${folder}/dump`, backup));
  console.log(statSync(join(folder, "dump")).size, "bytes");
  await run(`rm ${folder}/dump`);
  await show("pg_basebackup", () =>
    run(`pg_basebackup --pgdata=${folder}/base --checkpoint=fast --wal-method=none`, backup),
  );
  await run(`rm -r ${folder}/base`);

  const month = new Date(year.start + (year.end - year.start) / 12).toISOString().slice(0, 10);
  const archive = async (command: string) => {
    const environment = { MODE: "sandbox", DATABASE_URL: url.href };
    console.log(await run(`node server/gateway/cli/archive.ts ${command}`, environment));
  };
  await show("archive of a month", () => archive(`--before ${month} --to ${folder}/month`));
  console.log(statSync(join(folder, "month")).size, "bytes");
  let isRemoved = false;
  const times: number[] = [];
  const watch = async () => {
    while (!isRemoved) times.push(await timeOf(() => list({ partnerCode: "P1000" })));
  };
  const watching = watch();
  await show("removal of a month", () => archive(`--remove ${folder}/month`));
  isRemoved = true;
  await watching;
  console.log(`lists meanwhile: median ${quantile(times, 0.5)}, p99 ${quantile(times, 0.99)} ms`);
  await show("vacuum", () => psql("VACUUM"));
  await showLists();
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

async function show(name: string, work: () => Promise<unknown>): Promise<void> {
  console.log(`${name}: ${((await timeOf(work)) / 1000).toFixed(1)} s`);
}

async function showMedian(name: string, work: () => Promise<unknown>): Promise<void> {
  const times: number[] = [];
  while (times.length < 101) times.push(await timeOf(work));
  console.log(`${name}: median ${quantile(times, 0.5)}, p99 ${quantile(times, 0.99)} ms`);
}

function quantile(times: readonly number[], part: number): string {
  const sorted = [...times].sort((one, other) => one - other);
  return (sorted[Math.floor(part * (sorted.length - 1))] ?? NaN).toFixed(1);
}
