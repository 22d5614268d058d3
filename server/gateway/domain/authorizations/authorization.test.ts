import { expect, test } from "vitest";
import { hasLapsed } from "./authorization.ts";

const authorizedAt = Date.UTC(2026, 0, 1);
const sevenDaysMs = 604_800_000;

test("an authorization lapses at exactly 168 hours", () => {
  const at = authorizedAt + sevenDaysMs;
  expect(hasLapsed({ authorizedAt }, at - 1)).toBe(false);
  expect(hasLapsed({ authorizedAt }, at)).toBe(true);
});
