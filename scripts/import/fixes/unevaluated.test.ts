import { expect, test } from "vitest";
import { fixDocument } from "./fixes.ts";

const integer = { type: "integer" };

test.each<[schema: object, expected: object]>([
  [{ unevaluatedProperties: integer }, { additionalProperties: integer }],
  [
    { allOf: [{ properties: { a: integer } }], unevaluatedProperties: false },
    { allOf: [{ properties: { a: integer } }], additionalProperties: false },
  ],
  [
    { additionalProperties: integer, unevaluatedProperties: false },
    { additionalProperties: integer },
  ],
  [
    { type: "array", unevaluatedItems: integer },
    { type: "array", items: integer },
  ],
])("%j says the same without unevaluated parts, so nothing is reported", (schema, expected) => {
  const document = { openapi: "3.1.0", components: { schemas: { A: schema } } };
  expect(fixDocument(document)).toEqual([]);
  expect(document.components.schemas.A).toEqual(expected);
});
