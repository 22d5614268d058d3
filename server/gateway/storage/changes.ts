import type { DeliveryStore, Store, TransactionStore } from "../domain/store.ts";

/** How changes run on a kind of database. */
export interface Changes extends Pick<Store, "atomically"> {
  /** Like `atomically`, with the partner's row locked, so that the work decides by the latest state. */
  readonly withPartner: Store["inTurn"];
  readonly addOrder: TransactionStore["add"];
  readonly endLease: DeliveryStore["endLease"];
}
