import { timingSafeEqual } from "node:crypto";

/** Compares a secret with what was sent, in a time that tells nothing of where they differ. */
export function isSameText(expected: string, received: string): boolean {
  const [one, other] = [Buffer.from(expected), Buffer.from(received)];
  return one.length === other.length && timingSafeEqual(one, other);
}
