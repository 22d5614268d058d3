import { mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { countTransactions } from "../server/gateway/domain/payments/counting.ts";
import type { TransactionFilter } from "../server/gateway/domain/store.ts";
import { createCipher } from "../server/gateway/platform/security/cipher.ts";
import { openStorage } from "../server/gateway/storage/open.ts";
import { systemClock } from "../server/gateway/platform/system-effects.ts";
import { addOrderYear, yearOf } from "../server/gateway/testing/order-year.ts";

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
const CALLS = 31;

if (values.help) console.log(help);
else {
  await using folder = await mkdtempDisposable(join(tmpdir(), "lists-"));
  await main(positionals[0] ?? join(folder.path, "gateway.sqlite"), Number(values.rows));
}

async function main(location: string, rows: number): Promise<void> {
  const added = yearOf(rows);
  const { start, end } = added;
  const storage = await openStorage(location, { mode: "sandbox" });
  // The thread that reads long lists does not keep the process alive.
  const alive = setInterval(() => undefined, 60_000);
  const store = storage.storeOf(createCipher(new Uint8Array(32)));
  try {
    if (!values.keep) await addOrderYear(location, added);
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
