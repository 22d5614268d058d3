import type {
  DeliveryQueue,
  WaitingDeliveries,
  WantedDeliveries,
} from "../domain/callbacks/delivery.ts";
import type { Places } from "./places.ts";

/** Whose deliveries are to be looked for, and after which queue: each partner's queues have their turn, one after the other. */
export interface Rounds {
  add(partnerCode: string): void;
  /** After which queues of some partners to look now; none: whoever may have something waiting has no room. */
  next(): readonly DeliveryQueue[];
  /**
   * Takes places for what is waiting.
   *
   * @param after what `next` answered
   * @param found the queues that follow, at most `LONGEST_WALK` of each
   */
  choose(
    after: readonly DeliveryQueue[],
    found: readonly WaitingDeliveries[],
    now: number,
  ): readonly WantedDeliveries[];
}

/** Queues of one partner and kind that are gone through at once. It takes some milliseconds. */
export const LONGEST_WALK = 100;

/** Queues that are begun at once: each is a part of one statement. */
const MOST_WANTED = 100;

/** Partners that are looked at together: each is two parts of one statement, and SQLite takes 500 of them at most. */
const MOST_LOOKED_AT = 100;

/** Makes the rounds of one process. */
export function createRounds(places: Places): Rounds {
  const partners = new Set<string>();
  const reached = new Map<string, string>();
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
    choose(after, found, now) {
      const wanted: WantedDeliveries[] = [];
      const left = new Set<string>();
      const steps = new Map<string, number>();
      for (const queue of found) {
        const { partnerCode, receiver, due } = queue;
        if (wanted.length === MOST_WANTED || !places.hasRoom(partnerCode)) {
          left.add(keyOf(queue));
          continue;
        }
        steps.set(keyOf(queue), (steps.get(keyOf(queue)) ?? 0) + 1);
        reached.set(keyOf(queue), receiver);
        let limit = 0;
        while (limit < due && places.take(queue, now)) limit += 1;
        if (limit > 0) wanted.push({ ...queue, limit });
      }
      const began = new Set(wanted.map(({ partnerCode }) => partnerCode));
      for (const start of after) {
        const key = keyOf(start);
        const isCut = steps.get(key) === LONGEST_WALK;
        if (!isCut && !left.has(key)) reached.delete(key);
        // What came before it in the order of names is looked at as well, and what there was no room for when there is.
        const hasMore =
          left.has(key) || (isCut ? began.has(start.partnerCode) : start.receiver !== "");
        if (hasMore) partners.add(start.partnerCode);
      }
      return wanted;
    },
  };
}

function keyOf({ partnerCode, isRetry }: Omit<DeliveryQueue, "receiver">): string {
  return `${partnerCode} ${isRetry ? "retries" : "first attempts"}`;
}
