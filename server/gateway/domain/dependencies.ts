import type { Bank } from "./bank/bank.ts";
import type { Effects, OtpMint } from "./effects.ts";
import type { Store } from "./store.ts";

/** What every use case works with. */
export interface Gateway extends Effects {
  readonly store: Store;
  readonly bank: Bank;
  readonly otps: OtpMint;
}
