/** Where an attempt goes. */
export interface Destination {
  readonly partnerCode: string;
  /** See `receiverOf`. */
  readonly receiver: string;
}

/**
 * Who may be sent something at the moment. Each attempt has a place until it has ended; partners have shares of the
 * places, and receivers as many as they have proven to be prompt with.
 */
export interface Places {
  /** Whether a partner may have another place. */
  hasRoom(partnerCode: string): boolean;
  /**
   * Takes a place for an attempt; false when there is none for this receiver.
   *
   * @param now milliseconds by the machine's clock
   */
  take(destination: Destination, now: number): boolean;
  /** Gives a place back; `answer` undefined: nothing was sent. */
  release(destination: Destination, answer: ResponseSpeed | undefined, now: number): void;
}

/** Whether a receiver answered soon, whatever it said, failed to soon, or took its time for either. */
export type ResponseSpeed = "prompt" | "failed" | "slow";

/** Attempts of one process, but for partners that have none. Each costs a socket and a few kilobytes. */
export const MOST_AT_ONCE = 256;

/** Attempts to one receiver that has proven prompt: a burst is over soon, and no small receiver is overrun. */
export const MOST_PER_RECEIVER = 32;

/** Slow answers in a row after which attempts to a receiver are spaced out. */
const SLOW_IN_A_ROW = 3;

/** As long as a receiver that is silent holds a place. */
const SHORTEST_PAUSE_MS = 15_000;

/** A receiver that works again is soon found to, and one that does not holds a place for a fifth of the time. */
const LONGEST_PAUSE_MS = 60_000;

/** Receivers of one partner that are known; what is forgotten of one is learned in a few answers. */
const MOST_REMEMBERED = 1000;

interface Receiver {
  taken: number;
  /** How many places it may have. */
  allowance: number;
  slowInARow: number;
  /** When it may be sent something again. */
  pausedUntil: number;
}

interface Partner {
  taken: number;
  /** Those that answered last are last. */
  readonly receivers: Map<string, Receiver>;
}

/**
 * Makes the places of one process.
 *
 * - A partner may have another place while it has fewer than are free, and one in any case. So one partner has half of
 *   them at most, several that want them all have equal shares and leave as much free, and nobody waits for others.
 * - A receiver that was slow last may have one only while its partner has fewer than half of that, which leaves the rest
 *   to the partner's other receivers.
 * - A receiver has one place, and twice as many after each prompt answer; after another one, or none, it has one again.
 *   When it was slow several times in a row, it is left alone for a while before each further attempt.
 */
export function createPlaces(): Places {
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
    release({ partnerCode, receiver: name }, answer, now) {
      const partner = partners.get(partnerCode);
      const receiver = partner?.receivers.get(name);
      if (partner === undefined || receiver === undefined) return;
      partner.taken -= 1;
      receiver.taken -= 1;
      taken -= 1;
      if (answer !== undefined) {
        learn(receiver, answer, now);
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

/** A receiver of which nothing is remembered. */
const unknown: Receiver = { taken: 0, allowance: 1, slowInARow: 0, pausedUntil: 0 };

function learn(receiver: Receiver, answer: ResponseSpeed, now: number): void {
  receiver.allowance =
    answer === "prompt" ? Math.min(2 * receiver.allowance, MOST_PER_RECEIVER) : 1;
  receiver.slowInARow = answer === "slow" ? receiver.slowInARow + 1 : 0;
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
