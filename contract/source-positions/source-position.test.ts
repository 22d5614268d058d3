import { expect, test } from "vitest";
import { readPosition, writePosition } from "./source-position.ts";

test.each([
  ["main.tsp:3:1", { file: "main.tsp", line: 3, column: 1 }],
  ["C:/items/main.tsp:30:12", { file: "C:/items/main.tsp", line: 30, column: 12 }],
])("%s is written and read", (text, position) => {
  expect(writePosition(position)).toBe(text);
  expect(readPosition(text)).toEqual(position);
});

test.each(["main.tsp", "main.tsp:3", ""])("%j is no position", (text) => {
  expect(readPosition(text)).toBeUndefined();
});
