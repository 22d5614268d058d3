import { mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { sql } from "kysely";
import { countTransactions } from "../server/gateway/domain/payments/counting.ts";
import type { TransactionFilter } from "../server/gateway/domain/store.ts";
import { createCipher } from "../server/gateway/security/cipher.ts";
import { isPostgres, openDatabase } from "../server/gateway/storage/dialect.ts";
import { openStorage } from "../server/gateway/storage/open.ts";
import { systemClock } from "../server/gateway/system-effects.ts";

const help = `node bench/long-lists.ts [--rows NUMBER] [--keep] [LOCATION]

Makes a database with a year of transactions of 200 partners, of which the first has a quarter, and measures how long the first
partner's lists take.

  --rows NUMBER  how many transactions (default: 2000000)
  --keep         uses the transactions that the database has
  LOCATION       a postgres:// URL or the path of an SQLite file (default: a temporary SQLite file)
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rows: { type: "string", default: "2000000" },
    keep: { type: "boolean", default: false },
    help: { type: "boolean", short: "h", default: false },
  },
});

const DAY_MS = 86_400_000;
const PARTNERS = 200;
const CALLS = 31;

/** The newest transaction is from an hour ago, so all are final. */
const end = Date.now() - 3_600_000;
const start = end - 365 * DAY_MS;

if (values.help) console.log(help);
else {
  await using folder = await mkdtempDisposable(join(tmpdir(), "lists-"));
  await main(positionals[0] ?? join(folder.path, "gateway.sqlite"), Number(values.rows));
}

async function main(location: string, rows: number): Promise<void> {
  const storage = await openStorage(location, { mode: "sandbox" });
  // The thread that reads long lists does not keep the process alive.
  const alive = setInterval(() => undefined, 60_000);
  const store = storage.storeOf(createCipher(new Uint8Array(32)));
  try {
    if (!values.keep) await fill(location, rows);
    const counting = performance.now();
    await countTransactions({ store, clock: systemClock }, systemClock.now());
    console.log(`Counted in ${Math.round(performance.now() - counting)} ms.\n`);
    const list = (filter: Partial<TransactionFilter>) =>
      store.transactions.list({ partnerCode: "P1000", limit: 50, page: 1, ...filter }, Date.now());
    const { total } = await list({});
    const middle = Math.ceil(total / 2 / 50);
    const last = Math.ceil(total / 50);
    const year = { createdFrom: start + DAY_MS / 2, createdTo: end - DAY_MS / 2 };
    const cases: Readonly<Record<string, Partial<TransactionFilter>>> = {
      "first page": {},
      "page 100": { page: 100 },
      [`page ${middle}`]: { page: middle },
      [`page ${last}`]: { page: last },
      "by status": { status: "error" },
      "by status, page 500": { status: "error", page: 500 },
      "by status and method": { status: "success", paymentMethod: "CC" },
      "by status and method, page 1000": { status: "success", paymentMethod: "CC", page: 1000 },
      "a year": year,
      [`a year, page ${middle}`]: { ...year, page: middle },
      "a day": { createdFrom: end - 100 * DAY_MS, createdTo: end - 99 * DAY_MS },
    };
    console.log(`| ${total} transactions of ${rows} | Total | Median, ms | Longest, ms |`);
    console.log("| --- | --: | --: | --: |");
    for (const [name, filter] of Object.entries(cases)) {
      const found = await list(filter);
      const times: number[] = [];
      for (let calls = 0; calls < CALLS; calls += 1) {
        const begun = performance.now();
        await list(filter);
        times.push(performance.now() - begun);
      }
      times.sort((one, other) => one - other);
      const shown = [times[Math.floor(CALLS / 2)], times.at(-1)].map((ms) => ms?.toFixed(1));
      console.log(`| ${[name, found.total, ...shown].join(" | ")} |`);
    }
  } finally {
    clearInterval(alive);
    await storage.close();
  }
}

/** Adds the transactions with statements of SQL that both kinds of databases run. */
async function fill(location: string, rows: number): Promise<void> {
  const { database } = openDatabase(location, { silenceMs: 0, mode: "sandbox" });
  const BATCH = 100_000;
  try {
    for (let code = 1000; code < 1000 + PARTNERS; code += 1)
      await sql`
        INSERT INTO partners (code, owner_type, payment_methods, bank_codes, customer_fees, secret_sealed)
        VALUES (${`P${code}`}, 0, '[]', '[]', '{}', '')
      `.execute(database);
    for (let from = 0; from < rows; from += BATCH)
      await sql`
        INSERT INTO transactions (id, partner_code, order_id, order_info, notify_url, redirect_url, status, failure,
          order_amount, customer_fee, currency, bank_code, payment_method, payment_type, action, created_at, updated_at,
          asked_at, cards_tried)
        WITH RECURSIVE n (i) AS (
          SELECT CAST(${sql.lit(from)} AS bigint) UNION ALL
          SELECT i + 1 FROM n WHERE i < ${sql.lit(Math.min(from + BATCH, rows) - 1)}
        )
        SELECT CAST(100000000000 + i AS text),
          'P' || CAST(CASE WHEN i % 4 = 0 THEN 1000 ELSE 1001 + (i * 7919) % ${sql.lit(PARTNERS - 1)} END AS text),
          'order ' || CAST(i AS text), 'An order of the shop', 'https://shop.example/notify', 'https://shop.example/back',
          CASE i % 7 WHEN 0 THEN 'error' ELSE 'success' END, CASE i % 7 WHEN 0 THEN 'declined' END,
          150000, 0, 'VND', 'BANK01', CASE i % 3 WHEN 0 THEN 'CC' WHEN 1 THEN 'ATM' ELSE 'VA' END, 'WEB', 'PAY',
          ${sql.lit(start)} + i * ${sql.lit(end - start)} / ${sql.lit(rows)},
          ${sql.lit(end)}, 0, 1
        FROM n
      `.execute(database);
    await sql.raw(isPostgres(location) ? "VACUUM ANALYZE" : "ANALYZE").execute(database);
  } finally {
    await database.destroy();
  }
}
