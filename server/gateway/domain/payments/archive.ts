import type { Gateway } from "../dependencies.ts";
import { partnerCodes } from "../partners/partner-codes.ts";
import type { ArchivedOrder, OrderName } from "../store.ts";

/** Orders that are read at once. */
const BATCH_SIZE = 500;

/** All orders before a time that nothing can change any more, in batches of one partner each, oldest first. */
export async function* ordersToArchive(
  { store }: Pick<Gateway, "store">,
  before: number,
): AsyncGenerator<readonly ArchivedOrder[]> {
  for await (const code of partnerCodes(store))
    for (let last: ArchivedOrder | undefined; ;) {
      const orders = await store.archive.ordersBefore(code, before, last?.transaction, BATCH_SIZE);
      if (orders.length === 0) break;
      yield orders;
      last = orders.at(-1);
    }
}

/** Removes orders of one partner, except those that are gone or can change. Returns the number of removed ones. */
export async function removeOrders(
  { store }: Pick<Gateway, "store">,
  orders: readonly OrderName[],
): Promise<number> {
  const [first] = orders;
  if (first === undefined) return 0;
  const { partnerCode } = first;
  const ids = orders.map(({ id }) => id);
  return store.inTurn(partnerCode, ({ archive }) => archive.remove(partnerCode, ids));
}
