import { describe, expect, test } from "vitest";
import type { Schema } from "@contract-toolkit/kernel";
import { documentOf, sampleOf } from "../../testing/one-operation.ts";
import { coverageOf, withReasons } from "./constraint-coverage.ts";
import { deriveCases } from "./derive.ts";
import { inventoryOf } from "./inventory.ts";

const $ref = "#/components/schemas/Text";
const components = { Text: { type: "string", maxLength: 3 } };

/** What is counted at the body and inside it, but for what every document of this test has. */
function countedIn(schema: Schema): string[] {
  return inventoryOf(documentOf(schema, { components }))
    .filter(({ place, direction }) => direction === "request" && !place.startsWith("/headers"))
    .map(({ place, keyword }) => `${place} ${keyword}`)
    .filter((each) => each !== "/body required");
}

describe("a constraint is counted for", () => {
  test.each<[keyword: string, schema: Schema, counted: string[]]>([
    // JSON Schema 2020-12, Validation, sections 6.1 to 6.5.
    ["type", { type: "boolean" }, ["/body nullable", "/body type"]],
    ["enum", { enum: ["a"] }, ["/body enum"]],
    ["const", { const: "a" }, ["/body const"]],
    ["multipleOf", { multipleOf: 2 }, ["/body multipleOf"]],
    ["maximum", { maximum: 2 }, ["/body maximum"]],
    ["exclusiveMaximum", { exclusiveMaximum: 2 }, ["/body exclusiveMaximum"]],
    ["minimum", { minimum: 2 }, ["/body minimum"]],
    ["exclusiveMinimum", { exclusiveMinimum: 2 }, ["/body exclusiveMinimum"]],
    ["maxLength", { maxLength: 2 }, ["/body maxLength"]],
    ["minLength", { minLength: 2 }, ["/body minLength"]],
    ["pattern", { pattern: "a" }, ["/body pattern"]],
    ["maxItems", { maxItems: 2 }, ["/body maxItems"]],
    ["minItems", { minItems: 2 }, ["/body minItems"]],
    ["uniqueItems", { uniqueItems: true }, ["/body uniqueItems"]],
    ["maxContains", { maxContains: 2 }, ["/body maxContains"]],
    ["minContains", { minContains: 2 }, ["/body minContains"]],
    ["maxProperties", { maxProperties: 2 }, ["/body maxProperties"]],
    ["minProperties", { minProperties: 2 }, ["/body minProperties"]],
    ["required", { required: ["a"] }, ["/body additional", "/body/a required"]],
    [
      "dependentRequired",
      { dependentRequired: { a: ["b"] } },
      ["/body additional", "/body/b requires"],
    ],
    // Validation, section 7.
    ["format", { format: "date" }, ["/body format"]],
    // Core, sections 10 and 11.
    ["allOf", { allOf: [{ minLength: 1 }] }, ["/body minLength"]],
    ["anyOf", { anyOf: [{ minLength: 1 }] }, ["/body nullable", "/body anyOf", "/body minLength"]],
    ["oneOf", { oneOf: [{ minLength: 1 }] }, ["/body nullable", "/body anyOf", "/body minLength"]],
    ["not", { not: { const: 1 } }, ["/body not"]],
    ["if", { if: { const: 1 }, then: { minimum: 1 }, else: {} }, ["/body if"]],
    ["dependentSchemas", { dependentSchemas: { a: {} } }, ["/body dependentSchemas"]],
    ["prefixItems", { prefixItems: [{}] }, ["/body prefixItems"]],
    ["items", { items: { minLength: 1 } }, ["/body/[] minLength"]],
    ["contains", { contains: {} }, ["/body contains"]],
    [
      "properties",
      { properties: { a: { minLength: 1 } } },
      ["/body additional", "/body/a optional", "/body/a minLength"],
    ],
    ["patternProperties", { patternProperties: { a: {} } }, ["/body patternProperties"]],
    [
      "additionalProperties",
      { additionalProperties: { minLength: 1 } },
      ["/body additional", "/body/{} minLength"],
    ],
    ["propertyNames", { propertyNames: { minLength: 1 } }, ["/body propertyNames"]],
    ["unevaluatedItems", { unevaluatedItems: false }, ["/body unevaluatedItems"]],
    [
      "unevaluatedProperties",
      { unevaluatedProperties: { minLength: 1 } },
      ["/body additional", "/body/{} minLength"],
    ],
    ["$ref", { $ref }, ["/body maxLength", "/body nullable", "/body type"]],
    // OpenAPI and the extensions of the library.
    ["contentEncoding", { contentEncoding: "base64" }, ["/body format"]],
    [
      "x-content-schema",
      { "x-content-schema": "Text" },
      ["/body format", "/body maxLength", "/body nullable", "/body type"],
    ],
    [
      "x-requires",
      { properties: { a: { "x-requires": ["b"] } } },
      ["/body additional", "/body/a optional", "/body/b requires"],
    ],
    [
      "x-at-most",
      { properties: { a: { "x-at-most": "b" } } },
      ["/body additional", "/body/a optional", "/body/a atMost"],
    ],
    [
      "x-required-when",
      { properties: { a: { "x-required-when": { property: "b", values: [1] } } } },
      ["/body additional", "/body/a optional", "/body/a requiredWhen"],
    ],
    // Whatever nobody has heard of may be an assertion.
    ["a keyword of the future", { maxDigits: 2 }, ["/body maxDigits"]],
  ])("%s", (_, schema, counted) => {
    expect(countedIn(schema).sort()).toEqual(counted.sort());
  });

  test("no annotation", () => {
    const annotations: Schema = {
      ...{ title: "A", description: "A.", default: 1, example: 1, examples: [1], $comment: "A." },
      ...{ deprecated: true, readOnly: true, writeOnly: true, externalDocs: {}, xml: {} },
      ...{
        contentMediaType: "application/json",
        contentSchema: {},
        discriminator: { propertyName: "a" },
      },
      ...{ $id: "a", $schema: "a", $anchor: "a", $defs: {}, format: "password", "x-chosen": ["a"] },
    };
    expect(countedIn(annotations)).toEqual([]);
  });
});

function coverageIn(schema: Schema, body: unknown) {
  const document = documentOf(schema, { components });
  const inventory = inventoryOf(document);
  const derived = deriveCases(document, [sampleOf(body)], () => undefined);
  return coverageOf(inventory, withReasons(derived, inventory));
}

describe("a constraint without a case has a reason:", () => {
  test.each<[keyword: string, schema: Schema, body: unknown]>([
    ["not", { not: { $ref } }, 1],
    ["if", { if: { $ref }, then: { minimum: 1 } }, 1],
    ["contains", { contains: { $ref } }, ["a"]],
    ["minContains", { contains: { $ref }, minContains: 2 }, ["a", "b"]],
    ["maxContains", { contains: { $ref }, maxContains: 2 }, ["a", "b"]],
    ["prefixItems", { prefixItems: [{ $ref }] }, ["a"]],
    ["unevaluatedItems", { prefixItems: [{ $ref }], unevaluatedItems: false }, ["a"]],
    ["propertyNames", { propertyNames: { $ref } }, { a: 1 }],
    ["patternProperties", { patternProperties: { "^a": { $ref } } }, { a: "a" }],
    ["dependentSchemas", { dependentSchemas: { a: { required: ["b"] } } }, { a: 1, b: 1 }],
  ])("%s", (keyword, schema, body) => {
    const { excluded, unknown } = coverageIn(schema, body);
    const mine = excluded.filter(({ constraint }) => constraint.keyword === keyword);
    expect(unknown).toEqual([]);
    expect(mine.map(({ boundary }) => boundary)).toEqual(["valid", "invalid"]);
    for (const { reason } of mine) expect(reason).not.toBe("");
  });
});

test.each<[keyword: string, schema: Schema, body: unknown]>([
  ["minProperties", { type: "object", minProperties: 2 }, { a: 1, b: 1 }],
  ["maxProperties", { type: "object", maxProperties: 2 }, { a: 1 }],
])("%s has cases at both boundaries", (keyword, schema, body) => {
  const { excluded, unknown } = coverageIn(schema, body);
  expect(unknown).toEqual([]);
  expect(excluded.filter(({ constraint }) => constraint.keyword === keyword)).toEqual([]);
});

test("a keyword that nobody has heard of stays unknown", () => {
  const { unknown } = coverageIn({ type: "number", maxDigits: 2 }, 1);
  expect(unknown.map(({ keyword }) => keyword)).toEqual(["maxDigits"]);
});

test("a message of too many places is not taken apart, which its exclusion says", () => {
  const doubling = Object.fromEntries(
    Array.from({ length: 16 }, (_, at) => {
      const next = { $ref: `#/components/schemas/S${at + 1}` };
      return [`S${at}`, { type: "object", properties: { a: next, b: next } }];
    }),
  );
  const document = documentOf({ $ref: "#/components/schemas/S0" }, { components: doubling });
  const inventory = inventoryOf(document);
  const { exclusions } = withReasons(
    deriveCases(document, [sampleOf({})], () => undefined),
    inventory,
  );
  expect(inventory.length).toBeLessThan(10);
  expect(exclusions.map(({ constraint, reason }) => [constraint.place, reason])).toContainEqual([
    "/body",
    expect.stringMatching(/too many places/),
  ]);
});
