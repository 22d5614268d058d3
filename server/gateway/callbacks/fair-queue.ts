import type {
  DeliveryQueue,
  WaitingDeliveries,
  WantedDeliveries,
} from "../domain/outbox/delivery.ts";
import type { Slots } from "./concurrency-limits.ts";

/** Decides for which partners and from which queue on to look for deliveries, so that each partner's queues take turns. */
export interface FairQueue {
  /** Adds a partner that may have deliveries waiting. */
  add(partnerCode: string): void;
  /** The queues after which to look now. Empty if no partner with waiting deliveries can get a slot. */
  next(): readonly DeliveryQueue[];
  /** Takes slots for the deliveries in queues. Partners without a free slot are added again. */
  take(queues: readonly WaitingDeliveries[], now: number): readonly WantedDeliveries[];
  /**
   * Takes slots for the queues that a look has found.
   *
   * @param after the result of `next`
   * @param found the queues after those, at most `LONGEST_WALK` for each
   */
  takeAfter(
    after: readonly DeliveryQueue[],
    found: readonly WaitingDeliveries[],
    now: number,
  ): readonly WantedDeliveries[];
}

/** The number of queues of one partner and kind that one look reads. It takes some milliseconds. */
export const LONGEST_WALK = 100;

/** The number of queues that one statement leases from. */
const MOST_WANTED = 100;

/** The number of partners in one look. On SQLite a look blocks the event loop, for this many about ten milliseconds. */
const MOST_LOOKED_AT = 25;

/** Makes the fair queue of one process. */
export function createFairQueue(slots: Slots): FairQueue {
  const partners = new Set<string>();
  const reached = new Map<string, string>();
  const takeSome = (queues: readonly WaitingDeliveries[], now: number) => {
    const wanted: WantedDeliveries[] = [];
    const passed: DeliveryQueue[] = [];
    const left = new Set<string>();
    for (const queue of queues) {
      if (wanted.length === MOST_WANTED || !slots.hasRoom(queue.partnerCode)) {
        left.add(queueKey(queue));
        partners.add(queue.partnerCode);
        continue;
      }
      passed.push(queue);
      let limit = 0;
      while (limit < queue.due && slots.take(queue, now)) limit += 1;
      if (limit > 0) wanted.push({ ...queue, limit });
    }
    return { wanted, passed, left };
  };
  return {
    add(partnerCode) {
      partners.add(partnerCode);
    },
    next() {
      const withRoom = [...partners]
        .filter((partnerCode) => slots.hasRoom(partnerCode))
        .slice(0, MOST_LOOKED_AT);
      // A partner that is added during the look gets another look.
      for (const partnerCode of withRoom) partners.delete(partnerCode);
      return withRoom.flatMap((partnerCode) =>
        [false, true].map((isRetry) => ({
          partnerCode,
          isRetry,
          receiver: reached.get(queueKey({ partnerCode, isRetry })) ?? "",
        })),
      );
    },
    take: (queues, now) => takeSome(queues, now).wanted,
    takeAfter(after, found, now) {
      const { wanted, passed, left } = takeSome(found, now);
      const steps = new Map<string, number>();
      for (const queue of passed) {
        steps.set(queueKey(queue), (steps.get(queueKey(queue)) ?? 0) + 1);
        reached.set(queueKey(queue), queue.receiver);
      }
      const began = new Set(wanted.map(({ partnerCode }) => partnerCode));
      for (const start of after) {
        const key = queueKey(start);
        const isCut = steps.get(key) === LONGEST_WALK;
        if (!isCut && !left.has(key)) reached.delete(key);
        // Otherwise the queues before the start would not be read.
        if (isCut ? began.has(start.partnerCode) : start.receiver !== "")
          partners.add(start.partnerCode);
      }
      return wanted;
    },
  };
}

function queueKey({ partnerCode, isRetry }: Omit<DeliveryQueue, "receiver">): string {
  return `${partnerCode} ${isRetry ? "retries" : "first attempts"}`;
}
