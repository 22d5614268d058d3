import type { Store } from "../store.ts";

/** Codes that are read at once. */
const BATCH_SIZE = 100;

/** The codes of all partners, sorted. */
export async function* partnerCodes({ partners }: Pick<Store, "partners">): AsyncGenerator<string> {
  for (let codes = await partners.codesAfter("", BATCH_SIZE); codes.length > 0;) {
    yield* codes;
    codes = await partners.codesAfter(codes.at(-1) ?? "", BATCH_SIZE);
  }
}
