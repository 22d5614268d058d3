/** Who may be sent something at the moment, so that no receiver that is slow takes up what others need. */
export interface ReceiverConcurrency {
  /** How many attempts may begin now, whoever they are for. */
  free(): number;
  /** Receivers that may be sent nothing more until an attempt to them has ended. */
  full(): readonly string[];
  /** Takes a place for an attempt; false when there is none for this receiver. */
  take(receiver: string): boolean;
  /** Gives a place back; undefined: nothing was sent. */
  release(receiver: string, answer: ResponseSpeed | undefined): void;
}

/** Whether a receiver answered, whatever it said, and soon. */
export type ResponseSpeed = "prompt" | "late";

/**
 * Attempts of one process: as many receivers can hang before one that does not has to wait. Each costs a socket and a
 * few kilobytes.
 */
export const MOST_AT_ONCE = 256;

/** Attempts to one receiver that has proven prompt: a burst is over soon, and no small receiver is overrun. */
export const MOST_PER_RECEIVER = 32;

/** Receivers that are known to be prompt; one that was forgotten has to prove it again, which takes six answers. */
const MOST_REMEMBERED = 1000;

/**
 * Makes the places of one process. A receiver has one of them, and twice as many after each prompt answer; after a
 * late one, or none, it has one again. So a receiver that hangs takes one place, however much waits for it.
 */
export function createReceiverConcurrency(): ReceiverConcurrency {
  const taken = new Map<string, number>();
  const allowances = new Map<string, number>();
  const allowance = (receiver: string) => allowances.get(receiver) ?? 1;
  let all = 0;
  return {
    free: () => MOST_AT_ONCE - all,
    full: () =>
      [...taken]
        .filter(([receiver, places]) => places >= allowance(receiver))
        .map(([receiver]) => receiver),
    take(receiver) {
      const places = taken.get(receiver) ?? 0;
      if (all >= MOST_AT_ONCE || places >= allowance(receiver)) return false;
      taken.set(receiver, places + 1);
      all += 1;
      return true;
    },
    release(receiver, answer) {
      const places = taken.get(receiver) ?? 0;
      if (places > 1) taken.set(receiver, places - 1);
      else taken.delete(receiver);
      all -= 1;
      if (answer === undefined) return;
      const twice = Math.min(2 * allowance(receiver), MOST_PER_RECEIVER);
      // What is set anew comes last, so that the first is the one that was silent longest.
      allowances.delete(receiver);
      if (answer === "prompt") allowances.set(receiver, twice);
      const [oldest] = allowances.keys();
      if (allowances.size > MOST_REMEMBERED && oldest !== undefined) allowances.delete(oldest);
    },
  };
}
