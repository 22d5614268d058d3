import type { DeliveryQueue } from "../domain/outbox/delivery.ts";

/** The partner and receiver of an attempt. */
type Destination = Pick<DeliveryQueue, "partnerCode" | "receiver">;

/**
 * The slots for concurrent attempts. Each attempt has a slot until it has ended. Slots are shared fairly between
 * partners, and receivers that respond promptly get more of them.
 */
export interface Slots {
  /** Whether a partner can get another slot. */
  hasRoom(partnerCode: string): boolean;
  /**
   * Takes a slot for an attempt. False if there is none for this receiver.
   *
   * @param now milliseconds by the machine's clock
   */
  take(destination: Destination, now: number): boolean;
  /** Releases a slot. `response` is undefined if nothing was sent. */
  release(destination: Destination, response: ResponseSpeed | undefined, now: number): void;
}

/** How a receiver answered: promptly with any status, promptly with a failed connection, or slowly. */
export type ResponseSpeed = "prompt" | "failed" | "slow";

/** Concurrent attempts of one process. Partners without a slot get one more. Each costs a socket and a few kilobytes. */
export const MOST_AT_ONCE = 256;

/** Concurrent attempts to one prompt receiver: enough for a burst, and not too many for a small server. */
export const MOST_PER_RECEIVER = 32;

/** The number of slow responses in a row after which there are pauses between attempts. */
const SLOW_IN_A_ROW = 3;

/** The time that an attempt to a silent receiver takes. */
const SHORTEST_PAUSE_MS = 15_000;

/** Short enough to notice soon that a receiver works again. A silent receiver uses a slot for a fifth of the time. */
const LONGEST_PAUSE_MS = 60_000;

/** The number of remembered receivers of one partner. A forgotten one is learned again in a few responses. */
const MOST_REMEMBERED = 1000;

interface Receiver {
  taken: number;
  /** The number of slots that it may use. */
  allowance: number;
  slowInARow: number;
  /** When the next attempt is allowed. */
  pausedUntil: number;
}

interface Partner {
  taken: number;
  /** In the order of their latest responses. */
  readonly receivers: Map<string, Receiver>;
}

/**
 * Makes the slots of one process.
 *
 * - A partner gets another slot while it has fewer slots than are free, and always at least one. So one partner has at
 *   most half of all slots, several busy partners have equal shares, and none waits for another.
 * - A receiver whose last response was slow gets a slot only while its partner has fewer than half of that share. The rest
 *   is left to the partner's other receivers.
 * - A receiver begins with one slot, and each prompt response doubles the number. A slow or failed response resets it to one.
 *   After several slow responses in a row there is a pause before each attempt.
 */
export function createSlots(): Slots {
  const partners = new Map<string, Partner>();
  let taken = 0;
  const share = () => Math.max(MOST_AT_ONCE - taken, 1);
  return {
    hasRoom: (partnerCode) => (partners.get(partnerCode)?.taken ?? 0) < share(),
    take({ partnerCode, receiver: name }, now) {
      const partner: Partner = partners.get(partnerCode) ?? { taken: 0, receivers: new Map() };
      const receiver = partner.receivers.get(name) ?? { ...unknown };
      const mostOfPartner = receiver.slowInARow > 0 ? Math.max(share() / 2, 1) : share();
      if (partner.taken >= mostOfPartner) return false;
      if (receiver.taken >= receiver.allowance || now < receiver.pausedUntil) return false;
      partners.set(partnerCode, partner);
      partner.receivers.set(name, receiver);
      partner.taken += 1;
      receiver.taken += 1;
      taken += 1;
      return true;
    },
    release({ partnerCode, receiver: name }, response, now) {
      const partner = partners.get(partnerCode);
      const receiver = partner?.receivers.get(name);
      if (partner === undefined || receiver === undefined) return;
      partner.taken -= 1;
      receiver.taken -= 1;
      taken -= 1;
      if (response !== undefined) {
        learn(receiver, response, now);
        partner.receivers.delete(name);
        partner.receivers.set(name, receiver);
      }
      const { taken: atOnce, allowance, slowInARow } = receiver;
      if (atOnce === 0 && allowance === 1 && slowInARow === 0) partner.receivers.delete(name);
      if (partner.receivers.size > MOST_REMEMBERED) forgetOldest(partner.receivers);
      if (partner.receivers.size === 0) partners.delete(partnerCode);
    },
  };
}

/** The initial state of a receiver. */
const unknown: Receiver = { taken: 0, allowance: 1, slowInARow: 0, pausedUntil: 0 };

function learn(receiver: Receiver, response: ResponseSpeed, now: number): void {
  receiver.allowance =
    response === "prompt" ? Math.min(2 * receiver.allowance, MOST_PER_RECEIVER) : 1;
  receiver.slowInARow = response === "slow" ? receiver.slowInARow + 1 : 0;
  const pauses = receiver.slowInARow - SLOW_IN_A_ROW;
  if (pauses >= 0)
    receiver.pausedUntil = now + Math.min(SHORTEST_PAUSE_MS * 2 ** pauses, LONGEST_PAUSE_MS);
}

function forgetOldest(receivers: Map<string, Receiver>): void {
  for (const [name, { taken }] of receivers)
    if (taken === 0) {
      receivers.delete(name);
      return;
    }
}
