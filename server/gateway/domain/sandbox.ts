import { byPartner, REMOVED } from "./states/changes.ts";
import { doDueWork } from "./scheduled/due.ts";
import type { SettingStore, StepBack } from "./store.ts";
import type { Gateway } from "./dependencies.ts";

/** A clock that can be brought back to real time, and tells how. */
export interface MovedClock {
  /** Goes back inside the caller's transaction. */
  reset(settings: SettingStore): Promise<StepBack>;
  /** Learns the time that is stored. */
  follow(): Promise<void>;
}

/**
 * Brings the clock back to real time. What was dated since it was moved, and is still open, is dated back as well: else
 * an order made a week ahead would wait a week longer to expire, and its callbacks to be sent.
 */
export async function bringClockBack(gateway: Gateway, clock: MovedClock): Promise<void> {
  // What is over by the time that is left behind is over; it keeps its times.
  await doDueWork(gateway);
  try {
    await gateway.store.atomically(async (inside) => {
      // First the clock: what has been moved would be over at once by the time that it shows.
      const back = await clock.reset(inside.settings);
      if (back.byMs !== 0) await inside.moveTimersBack(back);
    });
  } finally {
    // What was learnt before the end of the transaction may be what nobody else will see.
    await clock.follow();
  }
}

/**
 * Forgets everything a partner has made, so that it can start afresh; the partner itself, its grants, its sub accounts
 * and its callback URL stay. What was, and that it was removed, remains in the history.
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
