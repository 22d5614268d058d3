import { expect, test } from "vitest";
import { boundsLength } from "./patterns.ts";

test.each(["^a$", "^[0-9+*]{2}$", "^(a|bc)\\+$", "^\\*{1,9}$", "^[a|b]?$"])(
  "%s has a longest match",
  (pattern) => {
    expect(boundsLength(pattern)).toBe(true);
  },
);

test.each(["a$", "^a", "^a+$", "^[0-9]*$", "^a{2,}$", "^a|b$", "^(a+)$"])(
  "%s has none",
  (pattern) => {
    expect(boundsLength(pattern)).toBe(false);
  },
);
