import { expect, test } from "vitest";
import { isStorable } from "./storable-text.ts";

test.each([
  [true, ["", "Phở 😀", "\u0001\t\n", "\uFFFD", "\uFFFF"]],
  [false, ["\0", "a\0b", "\uD83D", "\uDE00\uD83D", "a\uDC00"]],
])("whether a text can be stored: %s", (storable, texts) => {
  for (const text of texts) expect(isStorable(text)).toBe(storable);
});
