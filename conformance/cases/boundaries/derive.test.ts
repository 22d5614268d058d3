import { describe, expect, test } from "vitest";
import type { OpenApiDocument, OpenApiOperation, Schema } from "@contract-toolkit/contract";
import type { Case } from "../case.ts";
import { documentOf, operation, sampleOf } from "../../testing/one-operation.ts";
import { deriveCases } from "./derive.ts";

const nowhere = () => undefined;

function derive(document: OpenApiDocument, ...samples: Case[]) {
  const { cases, coveredBySample, exclusions } = deriveCases(document, samples, nowhere);
  const isOfSchema = ({ constraint }: (typeof cases)[number]) =>
    constraint.keyword !== "contentType" && constraint.keyword !== "status";
  return {
    cases: cases.filter(isOfSchema).map(({ id }) => id.replace("add/", "")),
    covered: coveredBySample.map(({ constraint: { place, keyword }, boundary }) =>
      [place, keyword, boundary].join(" "),
    ),
    excluded: exclusions.map(({ constraint: { place, keyword }, boundary, reason }) =>
      [place, keyword, boundary, `(${reason})`].join(" "),
    ),
  };
}

/** The bodies that the cases of a keyword send. */
function sentAt(keyword: string, schema: Schema, body: unknown): Record<string, unknown> {
  const { cases } = deriveCases(documentOf(schema), [sampleOf(body)], nowhere);
  return Object.fromEntries<unknown>(
    cases
      .filter(({ constraint }) => constraint.keyword === keyword)
      .map(({ id, message }): [string, unknown] => [
        id.slice(id.indexOf(` ${keyword} `) + keyword.length + 2),
        "body" in message ? message.body : undefined,
      ]),
  );
}

const integer: Schema = { type: "integer" };
const both = { a: 1, b: 1 };
const undocumented = { undocumentedField: "undocumented" };

test.each<[keyword: string, schema: Schema, sample: unknown, sent: Record<string, unknown>]>([
  ["minimum", { type: "integer", minimum: 2 }, 5, { valid: 2, invalid: 1 }],
  ["minimum", { type: "number", minimum: 3 }, 5, { valid: 3, invalid: 2.99 }],
  ["exclusiveMinimum", { type: "integer", exclusiveMinimum: 2 }, 5, { valid: 3, invalid: 2 }],
  ["multipleOf", { type: "integer", multipleOf: 4 }, 8, { valid: 4, invalid: 6 }],
  [
    "maxLength",
    { type: "string", maxLength: 2 },
    "a",
    { valid: "aa", "valid (wide characters)": "🙂🙂", invalid: "aaa" },
  ],
  ["pattern", { type: "string", pattern: "^[a-z]+$" }, "a", { invalid: "a~" }],
  ["format", { type: "string", format: "date" }, "2026-01-01", { invalid: "2026-02-30" }],
  // RFC 3986 allows ports of any size.
  ["format", { type: "string", format: "uri" }, "a:b", { invalid: "https://example.org/%zz" }],
  ["format", { type: "string", format: "password" }, "a", {}],
  [
    "enum",
    { enum: ["up", "down"] },
    "up",
    {
      "valid (up)": "up",
      "valid (down)": "down",
      "invalid (another value)": "undocumented",
      "invalid (up in other case)": "UP",
      "invalid (up and a letter)": "upx",
      "invalid (down in other case)": "DOWN",
      "invalid (down and a letter)": "downx",
    },
  ],
  ["maxItems", { maxItems: 2 }, ["a"], { valid: ["a", "a"], invalid: ["a", "a", "a"] }],
  [
    "maxItems",
    { maxItems: 2, uniqueItems: true, items: { type: "string", pattern: "^[a-z]+$" } },
    ["b"],
    { valid: ["b", "a"], invalid: ["b", "a", "c"] },
  ],
  ["uniqueItems", { uniqueItems: true }, ["a"], { invalid: ["a", "a"] }],
  [
    "maxProperties",
    { maxProperties: 1 },
    { a: 1 },
    { valid: { a: 1 }, invalid: { a: 1, undocumentedField1: "undocumented" } },
  ],
  ["type", { type: "boolean" }, true, { invalid: 0.5 }],
  ["type", { type: "integer", minimum: 5 }, 5, { invalid: 5.5, "invalid (number as text)": "5" }],
  ["type", { type: "number" }, 5, { invalid: [], "invalid (number as text)": "5" }],
  ["nullable", { type: "boolean" }, true, { invalid: null }],
  ["nullable", { anyOf: [{ type: "boolean" }, { type: "null" }] }, true, { valid: null }],
  [
    "anyOf",
    { anyOf: [{ type: "boolean" }, { type: "integer" }] },
    true,
    { "valid (branch 1)": true, "valid (branch 2)": 1, invalid: [[true]] },
  ],
  ["characters", { type: "string" }, "a", { valid: 'ä /?&=+%25"\\漢' }],
  ["additional", { type: "object" }, { a: 1 }, { valid: { a: 1, ...undocumented } }],
  ["additional", { type: "object", additionalProperties: false }, {}, { invalid: undocumented }],
  [
    "additional",
    { type: "object", unevaluatedProperties: integer },
    {},
    { valid: { undocumentedField: 1 } },
  ],
  ["required", { properties: { a: {} }, required: ["a"] }, { a: 1 }, { invalid: {} }],
  ["optional", { properties: { a: {} } }, { a: 1 }, { valid: {} }],
  ["requires", { properties: { a: {}, b: { "x-requires": ["a"] } } }, both, { invalid: { b: 1 } }],
  [
    "requiredWhen",
    { properties: { a: { "x-required-when": { property: "b", values: [1] } }, b: {} } },
    both,
    { invalid: { b: 1 } },
  ],
  [
    "requiredWhen",
    { properties: { a: { ...integer, "x-required-when": { property: "b", values: [1] } }, b: {} } },
    {},
    { valid: { a: 1, b: 1 }, invalid: { b: 1 } },
  ],
  [
    "maximum",
    { properties: { a: { ...integer, maximum: 9, "x-requires": ["b"] }, b: integer } },
    {},
    { valid: { a: 9, b: 1 }, invalid: { a: 10, b: 1 } },
  ],
  [
    "atMost",
    { properties: { a: { ...integer, "x-at-most": "b" }, b: integer } },
    both,
    { valid: { a: 1, b: 1 }, invalid: { a: 2, b: 1 } },
  ],
  [
    "maximum",
    { properties: { a: { ...integer, maximum: 9, "x-at-most": "b" }, b: integer } },
    both,
    { valid: { a: 9, b: 9 }, invalid: { a: 10, b: 10 } },
  ],
])("%s of %j with the sample %j", (keyword, schema, sample, sent) => {
  expect(sentAt(keyword, schema, sample)).toEqual(sent);
});

test("each boundary has a case, is covered by a sample, or has a reason why it has no case", () => {
  const schema: Schema = {
    type: "object",
    required: ["id"],
    properties: { id: { type: "string", format: "uuid", maxLength: 36 } },
  };
  const id = "0f4c8d1e-5a2b-4c3d-8e9f-a0b1c2d3e4f5";
  expect(derive(documentOf(schema), sampleOf({ id }))).toEqual({
    cases: [
      "request/body required invalid",
      "request/body type invalid",
      "request/body nullable invalid",
      "request/body additional valid",
      "request/body/id required invalid",
      "request/body/id type invalid",
      "request/body/id nullable invalid",
      "request/body/id format invalid",
      "request/body/id maxLength valid",
    ],
    covered: [
      "/body required valid",
      "/body type valid",
      "/body/id required valid",
      "/body/id type valid",
      "/body/id format valid",
    ],
    // Extra values, such as a text of wide characters, are not listed if they cannot be made.
    excluded: ["/body/id maxLength invalid (no invalid value keeps the other rules)"],
  });
});

test("items, additional properties and names with a slash have places", () => {
  const items: Schema = { type: "object", additionalProperties: { enum: [1] } };
  const schema: Schema = { type: "object", properties: { "a/b": { type: "array", items } } };
  const { cases } = derive(documentOf(schema), sampleOf({ "a/b": [{ c: 1 }] }));
  expect(cases).toContain("request/body/a~1b/[]/{} enum invalid (another value)");
});

describe("the base of a case", () => {
  const schema: Schema = { type: "object", properties: { a: { type: "integer", maximum: 3 } } };

  test("is the sample that has the place, not the first one", () => {
    const [without, having] = [sampleOf({}), sampleOf({ a: 1 }, { id: "add/having" })];
    const { cases } = deriveCases(documentOf(schema), [without, having], nowhere);
    const beyond = cases.find(({ id }) => id.endsWith("/a maximum invalid"));
    expect(beyond?.base.id).toBe("add/having");
  });

  test("is a sample without the place, which is added", () => {
    const { cases } = deriveCases(documentOf(schema), [sampleOf({})], nowhere);
    const beyond = cases.find(({ id }) => id.endsWith("/a maximum invalid"));
    expect(beyond?.message).toMatchObject({ body: { a: 4 } });
  });

  test("is missing if there is no sample, which each exclusion says", () => {
    const { exclusions } = deriveCases(documentOf(schema), [], nowhere, [operation]);
    const reasons = new Set(exclusions.map(({ reason }) => reason));
    expect([...reasons]).toEqual(["no sample shows this message", "no sample sends a body"]);
  });
});

test("parameters and responses have cases too", () => {
  const changes: Partial<OpenApiOperation> = {
    parameters: [
      { name: "id", in: "path", required: true, schema: { type: "string" } },
      { name: "limit", in: "query", schema: { type: "integer", maximum: 3 } },
      { name: "sort", in: "query", schema: { anyOf: [{ enum: ["name"] }, { type: "string" }] } },
    ],
    responses: {
      204: {
        description: "Added.",
        headers: { Age: { required: true, schema: { type: "integer" } } },
      },
    },
  };
  const request = { path: { id: "a" }, query: { limit: 1 }, headers: {}, body: {} };
  const sample = sampleOf(
    {},
    { request, call: request, response: { status: 204, headers: { Age: 1 } } },
  );
  expect(derive(documentOf({}, changes), sample).cases).toEqual([
    "request/path/id characters valid",
    "request/query/limit optional valid",
    "request/query/limit type invalid",
    "request/query/limit type invalid (fraction)",
    "request/query/limit maximum valid",
    "request/query/limit maximum invalid",
    "request/query/sort enum valid (name)",
    "request/query/sort enum invalid (another value)",
    "request/query/sort characters valid",
    "request/body required invalid",
    "204/headers/Age required invalid",
    "204/headers/Age type invalid",
    "204/headers/Age type invalid (fraction)",
  ]);
});

test("the cases of two branches with the same rule at the same place are numbered", () => {
  const branch = (maximum: number): Schema => ({
    type: "object",
    required: ["kind"],
    properties: { kind: { enum: [maximum] }, size: { type: "integer", maximum } },
  });
  const { cases } = derive(
    documentOf({ anyOf: [branch(3), branch(5)] }),
    sampleOf({ kind: 3, size: 1 }),
  );
  expect(cases.filter((id) => id.includes("/size maximum"))).toEqual([
    "request/body/size maximum valid",
    "request/body/size maximum valid #2",
    "request/body/size maximum invalid",
    "request/body/size maximum invalid #2",
  ]);
});
