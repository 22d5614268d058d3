import { expect, test } from "vitest";
import { fieldOf } from "./problem.ts";

test.each([
  ["/body", "body"],
  ["/body/content/pages", "content.pages"],
  ["/body/items/2/name", "items[2].name"],
  ["/body/2", "[2]"],
  ["/body/a~1b/c~0d", "a/b.c~d"],
  ["/query/limit", "limit"],
  ["/headers/X-Request-ID", "X-Request-ID"],
  ["/path/id", "id"],
])("%s is told as %s", (pointer, field) => {
  expect(fieldOf(pointer)).toBe(field);
});
