import type {
  DeliveryQueue,
  WaitingDeliveries,
  WantedDeliveries,
} from "../domain/deliveries/delivery.ts";
import type { Places } from "./concurrency-limits.ts";

/** Whose deliveries are to be looked for, and after which queue: each partner's queues have their turn, one after the other. */
export interface Rounds {
  add(partnerCode: string): void;
  /** After which queues of some partners to look now; none: whoever may have something waiting has no room. */
  next(): readonly DeliveryQueue[];
  /** Takes places for what is waiting in queues. Partners for whom there is no room are looked for again. */
  take(queues: readonly WaitingDeliveries[], now: number): readonly WantedDeliveries[];
  /**
   * Takes places for what a look has found.
   *
   * @param after what `next` answered
   * @param found the queues that follow, at most `LONGEST_WALK` of each
   */
  takeAfter(
    after: readonly DeliveryQueue[],
    found: readonly WaitingDeliveries[],
    now: number,
  ): readonly WantedDeliveries[];
}

/** Queues of one partner and kind that are gone through at once. It takes some milliseconds. */
export const LONGEST_WALK = 100;

/** Queues that are begun at once: each is a part of one statement. */
const MOST_WANTED = 100;

/** Partners that are looked at together: a look at SQLite takes the event loop, and for so many some ten milliseconds at most. */
const MOST_LOOKED_AT = 25;

/** Makes the rounds of one process. */
export function createRounds(places: Places): Rounds {
  const partners = new Set<string>();
  const reached = new Map<string, string>();
  const takeSome = (queues: readonly WaitingDeliveries[], now: number) => {
    const wanted: WantedDeliveries[] = [];
    const passed: DeliveryQueue[] = [];
    const left = new Set<string>();
    for (const queue of queues) {
      if (wanted.length === MOST_WANTED || !places.hasRoom(queue.partnerCode)) {
        left.add(keyOf(queue));
        partners.add(queue.partnerCode);
        continue;
      }
      passed.push(queue);
      let limit = 0;
      while (limit < queue.due && places.take(queue, now)) limit += 1;
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
        .filter((partnerCode) => places.hasRoom(partnerCode))
        .slice(0, MOST_LOOKED_AT);
      // Whoever is added from now on is looked for once more.
      for (const partnerCode of withRoom) partners.delete(partnerCode);
      return withRoom.flatMap((partnerCode) =>
        [false, true].map((isRetry) => ({
          partnerCode,
          isRetry,
          receiver: reached.get(keyOf({ partnerCode, isRetry })) ?? "",
        })),
      );
    },
    take: (queues, now) => takeSome(queues, now).wanted,
    takeAfter(after, found, now) {
      const { wanted, passed, left } = takeSome(found, now);
      const steps = new Map<string, number>();
      for (const queue of passed) {
        steps.set(keyOf(queue), (steps.get(keyOf(queue)) ?? 0) + 1);
        reached.set(keyOf(queue), queue.receiver);
      }
      const began = new Set(wanted.map(({ partnerCode }) => partnerCode));
      for (const start of after) {
        const key = keyOf(start);
        const isCut = steps.get(key) === LONGEST_WALK;
        if (!isCut && !left.has(key)) reached.delete(key);
        // What came before it in the order of names is looked at as well.
        if (isCut ? began.has(start.partnerCode) : start.receiver !== "")
          partners.add(start.partnerCode);
      }
      return wanted;
    },
  };
}

function keyOf({ partnerCode, isRetry }: Omit<DeliveryQueue, "receiver">): string {
  return `${partnerCode} ${isRetry ? "retries" : "first attempts"}`;
}
