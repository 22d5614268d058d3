import { expect, test } from "vitest";
import { sampleOf } from "../testing/one-operation.ts";
import { Tokens } from "./tokens.ts";

test("each creation has a text of its own, of the same length, and its case stays that of an example", () => {
  const tokens = new Tokens("abcdefg");
  const example = sampleOf({ name: `test-${tokens.first}` });
  const [first, second] = [1, 2].map(() => tokens.renew(example));
  expect(first?.request.body).toEqual({ name: "test-abcdefg00001" });
  expect(second?.request.body).toEqual({ name: "test-abcdefg00002" });
  // Only such a case is a base for boundaries.
  expect(first?.call).toBe(first?.request);
});
