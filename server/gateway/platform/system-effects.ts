import { createHash, randomBytes } from "node:crypto";
import { currentOrigin } from "./concurrency/current-work.ts";
import type { Clock, Effects, Ids, TokenMint } from "../domain/dependencies.ts";

/** The clock of the machine. */
export const systemClock: Clock = { now: () => Date.now() };

/** Makes the real effects with the given clock, other than the contents of events. */
export function createEffects(clock: Clock): Omit<Effects, "events"> {
  return { clock, ids: createIds(clock), tokens, origin: currentOrigin };
}

// RFC 9562, section 6.2, method 1: a counter in the twelve bits after the time orders the ids of one millisecond.
const COUNTER_LIMIT = 0x1000;

/** Makes version 7 UUIDs in ascending order, even if the clock stands still or goes back. */
function createIds(clock: Clock): Ids {
  let time = 0;
  let counter = 0;
  return {
    next() {
      const now = clock.now();
      if (now > time) {
        time = now;
        counter = 0;
      } else if (++counter === COUNTER_LIMIT) {
        time += 1;
        counter = 0;
      }
      return uuid(time, counter);
    },
  };
}

function uuid(time: number, counter: number): string {
  const head = time.toString(16).padStart(12, "0") + "7" + counter.toString(16).padStart(3, "0");
  const tail = randomBytes(8);
  tail.writeUInt8((tail.readUInt8(0) & 0x3f) | 0x80, 0);
  const hex = head + tail.toString("hex");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

// Twice the 128 bits that a token must have, and enough for an HMAC-SHA256 key.
const TOKEN_BYTES = 32;

const tokens: TokenMint = {
  make: () => randomBytes(TOKEN_BYTES).toString("base64url"),
  // A token has too much entropy to be guessed from its digest, so the hash needs no salt and may be fast.
  digest: (token) => createHash("sha256").update(token).digest("hex"),
};
