import { byPartner, REMOVED } from "./states/changes.ts";
import { doDueWork } from "./scheduled/due.ts";
import type { SettingStore, StepBack } from "./store.ts";
import type { Gateway } from "./dependencies.ts";

/** A clock that can be set back to real time. */
export interface MovedClock {
  /** Sets the clock back inside the caller's transaction. */
  reset(settings: SettingStore): Promise<StepBack>;
  /** Reads the stored position of the clock. */
  follow(): Promise<void>;
}

/**
 * Sets the clock back to real time. The times of records that were made since the clock was moved and are not final are moved
 * back too. Otherwise an order made a week ahead would expire a week too late, and its callbacks would be sent a week too late.
 */
export async function bringClockBack(gateway: Gateway, clock: MovedClock): Promise<void> {
  // Records that have expired by the moved clock end first and keep their times.
  await doDueWork(gateway);
  try {
    await gateway.store.atomically(async (inside) => {
      // The clock goes first: by its old time the dated records would be overdue.
      const back = await clock.reset(inside.settings);
      if (back.byMs !== 0) await inside.moveTimersBack(back);
    });
  } finally {
    // The transaction may have been rolled back after the clock read its new position.
    await clock.follow();
  }
}

/**
 * Removes all records of a partner. The partner, its grants, its sub accounts and its callback URL stay. The history
 * keeps the removed records and gets a row for each removal.
 */
export async function resetPartner(gateway: Gateway, partnerCode: string): Promise<void> {
  const { ids, clock } = gateway;
  await gateway.store.atomically(async (store) => {
    const removed = await store.removeRecords(partnerCode);
    for (const { entity, id, status } of removed)
      await store.history.add({
        ...byPartner({ partnerCode }, "reset"),
        id: ids.next(),
        entity,
        recordId: id,
        from: status,
        event: REMOVED.event,
        to: REMOVED.state,
        at: clock.now(),
      });
  });
}
