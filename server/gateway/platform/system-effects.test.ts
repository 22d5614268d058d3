import { expect, test } from "vitest";
import { createEffects } from "./system-effects.ts";

test("ids are version 7 UUIDs with the time", () => {
  const { ids } = createEffects({ now: () => 0x0123456789ab });
  expect(ids.next()).toMatch(/^01234567-89ab-7000-[89ab][\da-f]{3}-[\da-f]{12}$/);
});

test("ids are in ascending order when the clock stands still or goes back", () => {
  let now = 1_000_000;
  const { ids } = createEffects({ now: () => now });
  const made = Array.from({ length: 10_000 }, (_, at) => {
    if (at === 5000) now -= 500;
    return ids.next();
  });
  expect(new Set(made).size).toBe(made.length);
  expect([...made].sort()).toEqual(made);
});

test("a token holds 256 random bits, and its digest does not show it", () => {
  const { tokens } = createEffects({ now: () => 0 });
  const token = tokens.make();
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(tokens.make()).not.toBe(token);
  expect(tokens.digest(token)).toMatch(/^[\da-f]{64}$/);
  expect(tokens.digest(token)).toBe(tokens.digest(token));
});
