import { expect, test } from "vitest";
import { unixSeconds, utcTime, vietnamTime } from "./time.ts";

const instant = Date.UTC(2026, 10, 20, 18, 30, 15, 250);

test("UTC", () => {
  expect(utcTime(instant)).toBe("2026-11-20T18:30:15.250Z");
});

test("Viet Nam's time names the same instant", () => {
  expect(vietnamTime(instant)).toBe("2026-11-21T01:30:15.250+07:00");
  expect(Date.parse(vietnamTime(instant))).toBe(instant);
});

test("Unix seconds are whole", () => {
  expect(unixSeconds(1999)).toBe(1);
});
