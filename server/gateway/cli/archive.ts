import { randomBytes } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { paced } from "../concurrency/paced.ts";
import { withCleanup } from "../concurrency/with-cleanup.ts";
import { ordersToArchive, removeOrders } from "../domain/payments/archive.ts";
import type { Store } from "../domain/store.ts";
import { createCipher, MASTER_KEY_BYTES } from "../security/cipher.ts";
import { databaseFile, readSettings } from "../settings.ts";
import type { Access } from "../storage/access.ts";
import { openStorage } from "../storage/open.ts";
import { readArchive, writeArchive } from "./archive-file.ts";
import { printPlainLines, runCommand } from "./command.ts";

/** A statement of PostgreSQL that does not see a kept code yet ends within this time. Until then the order itself refuses the code. */
const STATEMENT_MS = 20_000;

const help = `npm run archive -- --before DATE --to FILE
npm run archive -- --remove FILE

The first command writes all orders that were made before DATE (UTC) to FILE, which must not exist, one order a line as JSON, with
its history. It leaves out orders that are open, and orders whose callbacks are still kept (DELIVERY_RETENTION_DAYS). Nothing changes.

The second command removes the orders in FILE from the database. Until then they are listed. Their codes stay refused. If it was
interrupted, run it again. The gateway may be running.

  --help  print this help

Exit status: 0 done, 2 could not run.`;

await runCommand(help, async () => {
  const { values } = parseArgs({
    options: {
      before: { type: "string" },
      to: { type: "string" },
      remove: { type: "string" },
    },
  });
  const { before, to, remove } = values;
  if (remove !== undefined && before === undefined && to === undefined)
    await withStore("change", (store, isPostgres) => removeArchived(store, remove, isPostgres));
  else if (remove === undefined && before !== undefined && to !== undefined) {
    const time = timeOf(before);
    const count = await withStore("read", (store) =>
      writeArchive(to, ordersToArchive({ store }, time)),
    );
    printPlainLines([`Wrote ${count} orders to ${to}.`]);
  } else throw new Error("Give --before DATE and --to FILE, or --remove FILE.");
});

/** Works with the records of the gateway. */
async function withStore<Result>(
  access: Access,
  work: (store: Store, isPostgres: boolean) => Promise<Result>,
): Promise<Result> {
  const { databaseUrl, dataDirectory, mode } = readSettings(process.env, { warn: console.error });
  const location = databaseUrl ?? databaseFile(dataDirectory);
  const { storeOf, close } = await openStorage(location, { mode, access });
  // Nothing of an order is encrypted, so any key works.
  const store = storeOf(createCipher(randomBytes(MASTER_KEY_BYTES)));
  return withCleanup(() => work(store, databaseUrl !== undefined), close);
}

function timeOf(date: string): number {
  const time = /^\d{4}-\d\d-\d\d$/.test(date) ? Date.parse(date) : NaN;
  if (Number.isNaN(time)) throw new Error(`--before ${date} is not a date such as 2026-01-31.`);
  return time;
}

async function removeArchived(store: Store, path: string, isPostgres: boolean): Promise<void> {
  let count = 0;
  // The whole file is read before anything changes.
  for await (const orders of readArchive(path)) count += orders.length;
  for await (const orders of readArchive(path)) await paced(() => store.archive.keepCodes(orders));
  if (isPostgres) await wait(STATEMENT_MS);
  let removed = 0;
  for await (const orders of readArchive(path))
    removed += await paced(() => removeOrders({ store }, orders));
  printPlainLines([`Removed ${removed} of the ${count} orders in ${path}.`]);
}
