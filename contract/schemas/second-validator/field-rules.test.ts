import { expect, test } from "vitest";
import { accepts } from "./oracle.ts";

const range = { type: "object", properties: { from: {}, to: {} }, atMost: { from: "to" } };

test.each(["additionalProperties", "unevaluatedProperties"])("fields of %s are compared", (key) => {
  const schema = { type: "object", [key]: range };
  expect(accepts(schema, { a: { from: 1, to: 2 } })).toBe(true);
  expect(accepts(schema, { a: { from: 3, to: 2 } })).toBe(false);
});
