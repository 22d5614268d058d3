import { describe, expect, test } from "vitest";
import type { Schema } from "@contract-toolkit/contract";
import { coverConstraints } from "../../report/boundary-coverage.ts";
import { documentOf, sampleOf } from "../../testing/one-operation.ts";
import { committedSuite } from "../../testing/suites.ts";
import { deriveCases } from "./derive.ts";

/** The share of boundaries that must be exercised. */
const LEAST_SHARE = 0.95;

const suites = await Promise.all((["gateway", "sandbox", "merchant"] as const).map(committedSuite));

describe.each(suites)("$contract.title", ({ constraints }) => {
  test("nearly every boundary is exercised, and each other one has a reason", () => {
    const covered = coverConstraints(constraints(), () => true);
    const states = covered.constraints.flatMap(({ valid, invalid }) => [valid, invalid]);
    const exercised = states.filter((state) => state === "exercised").length;
    const excluded = states.filter((state) => state === "excluded").length;
    expect(exercised / (exercised + excluded)).toBeGreaterThan(LEAST_SHARE);
    expect(covered.unknown).toEqual([]);
    expect(covered.exclusions.filter(({ reason }) => reason === "")).toEqual([]);
  });

  test("ids are unique", () => {
    const ids = constraints().cases.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

const $ref = "#/components/schemas/Text";
const components = { Text: { type: "string", maxLength: 3 } };

function derivedFrom(schema: Schema, body: unknown, schemas: Record<string, Schema> = components) {
  const document = documentOf(schema, { components: schemas });
  return deriveCases(document, [sampleOf(body)], () => undefined);
}

// JSON Schema 2020-12, Core, sections 10 and 11, and Validation, section 6.4.
test.each<[keyword: string, schema: Schema, body: unknown]>([
  ["not", { not: { $ref } }, 1],
  ["if", { if: { $ref }, then: { minimum: 1 }, else: {} }, 1],
  ["contains", { contains: { $ref } }, ["a"]],
  ["minContains", { contains: { $ref }, minContains: 2 }, ["a", "b"]],
  ["maxContains", { contains: { $ref }, maxContains: 2 }, ["a", "b"]],
  ["prefixItems", { prefixItems: [{ $ref }] }, ["a"]],
  ["unevaluatedItems", { prefixItems: [{ $ref }], unevaluatedItems: false }, ["a"]],
  ["propertyNames", { propertyNames: { $ref } }, { a: 1 }],
  ["patternProperties", { patternProperties: { "^a": { $ref } } }, { a: "a" }],
  ["dependentSchemas", { dependentSchemas: { a: { required: ["b"] } } }, { a: 1, b: 1 }],
])("%s has no case, but a reason", (keyword, schema, body) => {
  const { exclusions, unknown } = derivedFrom(schema, body);
  const mine = exclusions.filter(({ constraint }) => constraint.keyword === keyword);
  expect(unknown).toEqual([]);
  expect(mine.map(({ boundary }) => boundary)).toEqual(["valid", "invalid"]);
});

test.each<[name: string, schema: Schema, unknown: string[]]>([
  ["a keyword of the future", { type: "number", maxDigits: 2 }, ["/body maxDigits"]],
  [
    "schemas of further fields that cannot be merged",
    {
      allOf: [
        { additionalProperties: { minimum: 1 }, pattern: "a" },
        { additionalProperties: { maximum: 3 }, pattern: "b" },
      ],
    },
    ["/body/{} maximum"],
  ],
  [
    "an annotation",
    {
      title: "A",
      description: "A.",
      default: 1,
      example: 1,
      examples: [1],
      $comment: "A.",
      deprecated: true,
      readOnly: true,
      writeOnly: true,
      externalDocs: {},
      xml: {},
      contentMediaType: "application/json",
      contentSchema: {},
      $id: "a",
      $schema: "a",
      $anchor: "a",
      $defs: {},
      format: "password",
      "x-chosen": ["a"],
    },
    [],
  ],
])("unknown because of %s", (_, schema, expected) => {
  const { unknown } = derivedFrom(schema, 1);
  expect(unknown.map(({ place, keyword }) => `${place} ${keyword}`)).toEqual(expected);
});

test("a message of too many places has no cases, but a reason", () => {
  const doubling = Object.fromEntries(
    Array.from({ length: 16 }, (_, at) => {
      const next = { $ref: `#/components/schemas/S${at + 1}` };
      return [`S${at}`, { type: "object", properties: { a: next, b: next } }];
    }),
  );
  const { exclusions } = derivedFrom({ $ref: "#/components/schemas/S0" }, {}, doubling);
  expect(exclusions.map(({ constraint, reason }) => [constraint.place, reason])).toContainEqual([
    "/body",
    expect.stringMatching(/too many places/),
  ]);
});
