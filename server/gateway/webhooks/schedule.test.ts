import { expect, test } from "vitest";
import { MOST_TRIES, pauseMs } from "./schedule.ts";

test("attempts are made at the chosen times after the event", () => {
  const times = [0];
  for (let tries = 1; tries < MOST_TRIES; tries += 1)
    times.push((times.at(-1) ?? 0) + (pauseMs(tries, 0) ?? Number.NaN) / 1000);
  const hour = 3600;
  expect(times).toEqual([
    0,
    5,
    300,
    1800,
    2 * hour,
    5 * hour,
    10 * hour,
    14 * hour,
    20 * hour,
    24 * hour,
  ]);
  expect(pauseMs(MOST_TRIES, 0)).toBeUndefined();
});

test("jitter makes a pause longer by a tenth at most, never shorter", () => {
  expect(pauseMs(1, 0)).toBe(5000);
  expect(pauseMs(1, 0.5)).toBe(5250);
  expect(pauseMs(1, 0.999999)).toBe(5500);
});
