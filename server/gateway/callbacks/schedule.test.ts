import { expect, test } from "vitest";
import { pauseMs } from "./schedule.ts";

test("jitter makes a pause up to a tenth longer", () => {
  expect(pauseMs(1, 0)).toBe(5000);
  expect(pauseMs(1, 0.5)).toBe(5250);
  expect(pauseMs(1, 0.999999)).toBe(5500);
});
