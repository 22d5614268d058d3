import { byPartner, REMOVED } from "./changes.ts";
import type { Gateway } from "./gateway.ts";

/**
 * Forgets everything a partner has made, so that it can start afresh; the
 * partner itself, its grants, its sub accounts and its callback URL stay. What
 * was, and that it was removed, remains in the history.
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
