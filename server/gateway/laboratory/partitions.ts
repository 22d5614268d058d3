/**
 * Measures how long PostgreSQL plans and runs the statements of an order and a list, on one table and on partitioned ones.
 *
 *     node server/gateway/laboratory/partitions.ts [ROWS]
 */
import pg from "pg";
import { countTransactions } from "../domain/payments/counting.ts";
import { createCipher } from "../security/cipher.ts";
import { openDatabase } from "../storage/dialect.ts";
import { openStorage } from "../storage/open.ts";
import { createTransactionStore } from "../storage/stores/transactions.ts";
import { systemClock } from "../system-effects.ts";
import { addOrderYear, type OrderYear, yearOf } from "../testing/order-year.ts";
import { startPostgres } from "../testing/postgres.ts";

const [rows = "120000"] = process.argv.slice(2);
const RUNS = 11;

type Statement = readonly [text: string, parameters: readonly unknown[]];

const server = await startPostgres({ durable: false });
const client = new pg.Client(server.url);
try {
  const year = yearOf(Number(rows));
  const storage = await openStorage(server.url, { mode: "sandbox" });
  await addOrderYear(server.url, year);
  const store = storage.storeOf(createCipher(new Uint8Array(32)));
  await countTransactions({ store, clock: systemClock }, systemClock.now());
  await storage.close();
  const statements = await captureStatements(server.url);
  await client.connect();
  console.log("| Table | Statement | Planned, ms | Run, ms |\n| --- | --- | --: | --: |");
  await measure("one table", statements);
  for (const [name, by, bounds] of [
    ["12 months", "RANGE (created_at)", monthsOf(year, 12)],
    ["36 months", "RANGE (created_at)", monthsOf(year, 36)],
    ["16 groups of partners", "HASH (partner_code)", hashes(16)],
  ] as const) {
    await client.query("SET search_path = public");
    await makePartitions(by, bounds);
    await measure(name, statements);
  }
} finally {
  await client.end();
  await server.stop();
}

/** The statements that the gateway sends, by what they do. */
async function captureStatements(url: string): Promise<ReadonlyMap<string, Statement>> {
  const statements = new Map<string, Statement>();
  let current = "";
  const { database } = openDatabase(url, { mode: "sandbox" });
  await database.connection().execute(async (connected) => {
    const executor = connected.getExecutor();
    const execute = executor.executeQuery.bind(executor);
    executor.executeQuery = (query, ...further) => {
      statements.set(current, [query.sql, query.parameters]);
      return execute(query, ...further);
    };
    const store = createTransactionStore(connected, true);
    const first = { partnerCode: "P1000", limit: 15, page: 1 };
    const [{ id } = { id: "" }] = (await store.list(first, 0)).transactions;
    const run: Readonly<Record<string, () => Promise<unknown>>> = {
      "a list": () => store.list(first, Date.now()),
      "a list by status": () => store.list({ ...first, status: "error" }, Date.now()),
      "page 100 of a list": () => store.list({ ...first, page: 100 }, Date.now()),
      "an order by its id": () => store.get(id),
      "a change of state": () => store.move(id, { from: "pending", to: "processing", at: 0 }),
      "what has expired": () => store.overdue(Date.now(), 100),
    };
    for (const [name, work] of Object.entries(run)) {
      current = name;
      await work();
    }
  });
  await database.destroy();
  return statements;
}

/** Copies the orders to a table of partitions, which statements find from then on. */
async function makePartitions(by: string, bounds: readonly string[]): Promise<void> {
  const { rows: indexes } = await client.query<{ text: string }>(
    "SELECT indexdef AS text FROM pg_indexes WHERE schemaname = 'public' AND tablename = 'transactions'",
  );
  await client.query("DROP SCHEMA IF EXISTS partitioned CASCADE");
  await client.query("CREATE SCHEMA partitioned");
  await client.query("SET search_path = partitioned, public");
  await client.query(
    `CREATE TABLE partitioned.transactions (LIKE public.transactions) PARTITION BY ${by}`,
  );
  for (const [at, bound] of bounds.entries())
    await client.query(`CREATE TABLE part${at} PARTITION OF transactions FOR VALUES ${bound}`);
  for (const { text } of indexes)
    await client.query(`CREATE INDEX ON partitioned.${text.split(" ON public.")[1] ?? ""}`);
  await client.query("INSERT INTO transactions SELECT * FROM public.transactions");
  await client.query("VACUUM ANALYZE transactions");
}

/** Months of which the last twelve have the orders. */
function monthsOf({ start, end }: OrderYear, months: number): readonly string[] {
  const startOf = (month: number) =>
    Math.floor(start + ((month - months + 12) * (end - start)) / 12);
  return Array.from(
    { length: months },
    (_, month) =>
      `FROM (${startOf(month)}) TO (${startOf(month + 1) + Number(month === months - 1)})`,
  );
}

function hashes(modulus: number): readonly string[] {
  return Array.from(
    { length: modulus },
    (_, remainder) => `WITH (MODULUS ${modulus}, REMAINDER ${remainder})`,
  );
}

/** Prints the medians of a table. The gateway has each statement planned each time. */
async function measure(table: string, statements: ReadonlyMap<string, Statement>): Promise<void> {
  for (const [name, [text, parameters]] of statements) {
    if (name === "") continue;
    const times: (readonly [planned: number, run: number])[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      const explain = `EXPLAIN (ANALYZE, TIMING OFF) ${text}`;
      const { rows: lines } = await client.query<Record<string, string>>(explain, [...parameters]);
      const plan = lines.map((line) => line["QUERY PLAN"]).join("\n");
      const [planned, ran] = ["Planning", "Execution"].map((part) =>
        Number(new RegExp(`^${part} Time: (.*) ms$`, "m").exec(plan)?.[1]),
      );
      times.push([planned ?? NaN, ran ?? NaN]);
    }
    const medians = ([0, 1] as const).map((at) =>
      times
        .map((time) => time[at])
        .sort((one, other) => one - other)
        [Math.floor(RUNS / 2)]?.toFixed(2),
    );
    console.log(`| ${[table, name, ...medians].join(" | ")} |`);
  }
}
