import type { Effects } from "./effects.ts";
import type { Store } from "./store.ts";

/** What every use case works with. */
export interface Gateway extends Effects {
  readonly store: Store;
}
