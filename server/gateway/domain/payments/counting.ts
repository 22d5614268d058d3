import type { Gateway } from "../dependencies.ts";
import type { Store } from "../store.ts";
import { PAYABLE_MS } from "./transaction.ts";

/**
 * Counts the final transactions of all partners, so that lists need not read them to know their number. Several processes
 * may do it at once.
 *
 * @param machineNow by the machine's clock, because no transaction is made before it, even after a moved clock is set back
 * @param options `size`: how many are counted together; `signal`: when it aborts, nothing further is counted
 */
export async function countTransactions(
  { store, clock }: Pick<Gateway, "store" | "clock">,
  machineNow: number,
  { size, signal }: { readonly size?: number; readonly signal?: AbortSignal } = {},
): Promise<void> {
  // A younger transaction may be open, or another process may just be storing it.
  const until = Math.min(clock.now(), machineNow) - PAYABLE_MS;
  for await (const code of partnerCodes(store))
    while (
      signal?.aborted !== true &&
      (await store.transactions.hasUncounted(code, until, size)) &&
      (await store.inTurn(code, ({ transactions }) => transactions.countNext(code, until, size)))
    );
}

/** Codes that are read at once. */
const BATCH_SIZE = 100;

/** The codes of all partners, sorted. */
async function* partnerCodes({ partners }: Pick<Store, "partners">): AsyncGenerator<string> {
  for (let codes = await partners.codesAfter("", BATCH_SIZE); codes.length > 0;) {
    yield* codes;
    codes = await partners.codesAfter(codes.at(-1) ?? "", BATCH_SIZE);
  }
}
