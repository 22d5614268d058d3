import { expect, test } from "vitest";
import { integerRange } from "./integer-range.ts";

const exact = Number.MAX_SAFE_INTEGER;

test.each([
  ["int8", -128, 127],
  ["uint8", 0, 255],
  ["int16", -32_768, 32_767],
  ["uint16", 0, 65_535],
  ["int32", -2_147_483_648, 2_147_483_647],
  ["uint32", 0, 4_294_967_295],
  ["int64", -exact, exact],
  ["uint64", 0, exact],
  ["int7", -exact, exact],
  [undefined, -exact, exact],
])("%s is from %d to %d", (format, from, to) => {
  expect(integerRange(format)).toEqual({ from, to });
});
