import { timingSafeEqual } from "node:crypto";

/** Compares a secret with a received text. The time does not depend on where they differ. */
export function isSameText(expected: string, received: string): boolean {
  const [left, right] = [Buffer.from(expected), Buffer.from(received)];
  return left.length === right.length && timingSafeEqual(left, right);
}
