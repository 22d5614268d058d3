import { describe, expect, test } from "vitest";
import type { Schema } from "@contract-toolkit/kernel";
import { boundaryValuesOf, type Proposal } from "./boundary-values.ts";
import { rulesOf, type Keyword } from "../rules.ts";

/** The first proposals for each boundary: `keep`, `remove` or a value. A case takes the first that does what is meant. */
function valuesOf(
  keyword: Keyword,
  field: Schema,
  sample: unknown,
  { limit, owner = {}, part = "body" }: { limit?: unknown; owner?: Schema; part?: string } = {},
): Record<string, unknown> {
  const fields: Schema = { type: "object", properties: { a: field }, ...owner };
  const rule = rulesOf({ properties: { [part]: fields } }).find(
    (each) => each.keyword === keyword && each.place === `/${part}/a`,
  );
  if (!rule) throw new Error(`There is no rule ${keyword}.`);
  return Object.fromEntries(
    boundaryValuesOf(rule, sample, limit).map(({ boundary, name, proposals }) => [
      name === "" ? boundary : `${boundary} ${name}`,
      told(proposals[0]),
    ]),
  );
}

function told(proposal: Proposal | undefined): unknown {
  return typeof proposal === "object" ? proposal.value : proposal;
}

const text: Schema = { type: "string" };

test.each<[keyword: Keyword, schema: Schema, sample: unknown, values: Record<string, unknown>]>([
  ["minimum", { minimum: 3, type: "integer" }, 5, { valid: 3, invalid: 2 }],
  ["minimum", { minimum: 3, type: "number" }, 5, { valid: 3, invalid: 2.99 }],
  ["maximum", { maximum: 3, type: "integer" }, 1, { valid: 3, invalid: 4 }],
  ["exclusiveMinimum", { exclusiveMinimum: 3, type: "integer" }, 5, { valid: 4, invalid: 3 }],
  ["exclusiveMaximum", { exclusiveMaximum: 3, type: "integer" }, 1, { valid: 2, invalid: 3 }],
  ["multipleOf", { multipleOf: 4 }, 8, { valid: 4, invalid: 6 }],
  [
    "minLength",
    { minLength: 2 },
    "abc",
    { valid: "ab", "valid wide characters": "🙂🙂", invalid: "a" },
  ],
  [
    "maxLength",
    { maxLength: 4 },
    "abc",
    { valid: "abcc", "valid wide characters": "🙂🙂🙂🙂", invalid: "abccc" },
  ],
  ["minLength", { minLength: 0 }, "abc", { valid: "", "valid wide characters": "" }],
  ["pattern", { pattern: "^a" }, "abc", { valid: "keep", invalid: "abc~" }],
  ["format", { format: "date" }, "2026-01-01", { valid: "keep", invalid: "2026-02-30" }],
  [
    "format",
    { format: "uri" },
    "a:b",
    {
      valid: "keep",
      invalid: "https://example.org/%zz",
      "invalid https://example.org:65536/": "https://example.org:65536/",
      "invalid https://192.0.2.256/": "https://192.0.2.256/",
      "invalid https://exa%20mple.org/": "https://exa%20mple.org/",
    },
  ],
  [
    "enum",
    { enum: ["up", 1] },
    "up",
    {
      "valid up": "up",
      "valid 1": 1,
      "invalid another value": "undocumented",
      "invalid up in other case": "UP",
      "invalid up and a letter": "upx",
    },
  ],
  ["const", { const: 1 }, 1, { "valid 1": 1, "invalid another value": "undocumented" }],
  ["minItems", { minItems: 2, items: text }, ["a"], { valid: ["a", "a"], invalid: ["a"] }],
  ["maxItems", { maxItems: 1 }, ["a", "b"], { valid: ["a"], invalid: ["a", "b"] }],
  ["uniqueItems", { uniqueItems: true }, ["a", "b"], { valid: "keep", invalid: ["a", "b", "a"] }],
  [
    "minProperties",
    { minProperties: 1, required: ["b"] },
    { a: 1, b: 2 },
    { valid: { b: 2 }, invalid: {} },
  ],
  [
    "maxProperties",
    { maxProperties: 1, properties: { c: text } },
    { a: 1 },
    { valid: { a: 1 }, invalid: { a: 1, c: "text" } },
  ],
  ["type", { type: "boolean" }, true, { valid: "keep", invalid: 0.5 }],
  ["type", { type: "number" }, 5, { valid: "keep", invalid: [], "invalid number as text": "5" }],
  ["nullable", { type: "string" }, "a", { invalid: null }],
  ["nullable", { anyOf: [text, { type: "null" }] }, "a", { valid: null }],
  [
    "anyOf",
    { anyOf: [text, { type: "integer" }, { type: "null" }] },
    "a",
    { "valid branch 1": "a", "valid branch 2": 1, invalid: true },
  ],
  ["characters", text, "a", { valid: 'ä /?&=+%25"\\漢' }],
  [
    "additional",
    { type: "object" },
    { b: 1 },
    { valid: { b: 1, undocumentedField: "undocumented" } },
  ],
  [
    "additional",
    { type: "object", additionalProperties: false },
    { b: 1 },
    { invalid: { b: 1, undocumentedField: "undocumented" } },
  ],
  [
    "additional",
    { type: "object", unevaluatedProperties: { type: "integer" } },
    {},
    { valid: { undocumentedField: 1 } },
  ],
  ["optional", text, "a", { valid: "remove" }],
])("%s of %j beside the sample %j", (keyword, schema, sample, values) => {
  expect(valuesOf(keyword, schema, sample)).toEqual(values);
});

describe("of a field by rules of its object", () => {
  test.each<[keyword: Keyword, owner: Schema]>([
    ["required", { required: ["a"] }],
    ["requires", { dependentRequired: { b: ["a"] } }],
    ["requiredWhen", { allOf: [{ if: { required: ["b"] }, then: { required: ["a"] } }] }],
  ])("%s: it is there, or not", (keyword, owner) => {
    expect(valuesOf(keyword, {}, 1, { owner })).toEqual({ valid: "keep", invalid: "remove" });
  });

  test.each<[schema: Schema, limit: unknown, values: Record<string, unknown>]>([
    [{ type: "integer" }, 7, { valid: 7, invalid: 8 }],
    [{ type: "number" }, 7, { valid: 7, invalid: 7.01 }],
    [{ type: "integer" }, undefined, { valid: undefined, invalid: undefined }],
  ])("atMost of %j beside %j: as much, and just more", (schema, limit, values) => {
    expect(valuesOf("atMost", schema, 1, { limit, owner: { atMost: { a: "b" } } })).toEqual(values);
  });
});

test("in a text on the wire, a number of another type is another text", () => {
  expect(valuesOf("type", { type: "integer" }, 1, { part: "query" })).toEqual({
    valid: "keep",
    invalid: "text",
    "invalid fraction": "0.5",
  });
});
