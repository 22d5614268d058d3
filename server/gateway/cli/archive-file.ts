import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { createInterface } from "node:readline";
import { withCleanup } from "../concurrency/with-cleanup.ts";
import type { ArchivedOrder, OrderName } from "../domain/store.ts";
import { textAt } from "../http-adapter/text-at.ts";

/** Orders that are removed in one transaction: few enough that the rows, or on SQLite the database, are not locked for long. */
const BATCH_SIZE = 500;

/**
 * Writes orders to a new file, one a line, and a last line that says how many they are. When it resolves, the file is on disk.
 *
 * @returns the number of orders
 */
export async function writeArchive(
  path: string,
  batches: AsyncIterable<readonly ArchivedOrder[]>,
): Promise<number> {
  // Only the user may read it.
  const file = await open(path, "wx", 0o600);
  const write = async () => {
    let count = 0;
    for await (const orders of batches) {
      await file.write(orders.map((order) => `${JSON.stringify(order)}\n`).join(""));
      count += orders.length;
    }
    await file.write(`${endLine(count)}\n`);
    await file.sync();
    return count;
  };
  return withCleanup(write, () => file.close());
}

/**
 * Reads the names of the orders in a file, in batches of one partner each.
 *
 * @throws Error at the end if the file is not complete
 */
export async function* readArchive(path: string): AsyncGenerator<readonly OrderName[]> {
  let count = 0;
  let last = "";
  let batch: OrderName[] = [];
  for await (const line of createInterface({ input: createReadStream(path) })) {
    last = line;
    const name = nameIn(line);
    if (name === undefined) continue;
    if (
      batch.length === BATCH_SIZE ||
      batch.some(({ partnerCode }) => partnerCode !== name.partnerCode)
    ) {
      yield batch;
      batch = [];
    }
    batch.push(name);
    count += 1;
  }
  if (batch.length > 0) yield batch;
  if (last !== endLine(count))
    throw new Error(`${path} is not a complete archive. Remove it, and write it again.`);
}

function endLine(orders: number): string {
  return JSON.stringify({ orders });
}

function nameIn(line: string): OrderName | undefined {
  const order = parsed(line);
  const [id, partnerCode, orderId] = ["id", "partnerCode", "orderId"].map((name) =>
    textAt(order, "transaction", name),
  );
  return id === undefined || partnerCode === undefined || orderId === undefined
    ? undefined
    : { id, partnerCode, orderId };
}

/** A line that was cut has no order. */
function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
