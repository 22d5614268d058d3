import { expect, test } from "vitest";
import type { Schema } from "@contract-toolkit/kernel";
import { rulesOf } from "./rules.ts";
import { accepts } from "../../second-validator/oracle.ts";

/** A request with a body of a schema. */
function messageOf(body: Schema): Schema {
  return { type: "object", properties: { body } };
}

function rulesIn(body: Schema): string[] {
  return rulesOf(messageOf(body)).map(({ place, keyword }) => `${place} ${keyword}`);
}

test.each<[schema: Schema, rules: string[]]>([
  // A value by itself.
  [{ type: "boolean" }, ["/body type", "/body nullable"]],
  [{ type: "string" }, ["/body type", "/body characters", "/body nullable"]],
  [{ enum: ["a", "b"] }, ["/body enum"]],
  [{ const: "a" }, ["/body const"]],
  [{ format: "date" }, ["/body format"]],
  // A format that only says how a value is shown.
  [{ format: "password" }, []],
  [{ pattern: "^a" }, ["/body pattern"]],
  [{ minLength: 1, maxLength: 2 }, ["/body minLength", "/body maxLength"]],
  [{ minimum: 1, maximum: 2 }, ["/body minimum", "/body maximum"]],
  [
    { exclusiveMinimum: 1, exclusiveMaximum: 2 },
    ["/body exclusiveMinimum", "/body exclusiveMaximum"],
  ],
  [{ multipleOf: 2 }, ["/body multipleOf"]],
  // Lists.
  [
    { minItems: 1, maxItems: 2, uniqueItems: true },
    ["/body minItems", "/body maxItems", "/body uniqueItems"],
  ],
  [{ items: { maxLength: 1 } }, ["/body/[] maxLength"]],
  // Objects. What holds of fields is a rule of the field.
  [{ minProperties: 1, maxProperties: 2 }, ["/body minProperties", "/body maxProperties"]],
  [{ type: "object" }, ["/body type", "/body nullable", "/body additional"]],
  [
    { properties: { a: {} }, required: ["a"] },
    ["/body type", "/body nullable", "/body additional", "/body/a required"],
  ],
  [
    { properties: { a: { maxLength: 1 } } },
    ["/body type", "/body nullable", "/body additional", "/body/a optional", "/body/a maxLength"],
  ],
  [
    { properties: { "a/b": {} } },
    ["/body type", "/body nullable", "/body additional", "/body/a~1b optional"],
  ],
  [{ additionalProperties: { maxLength: 1 } }, ["/body/{} maxLength"]],
  [{ unevaluatedProperties: { maxLength: 1 } }, ["/body/{} maxLength"]],
  // Rules between fields.
  [
    { properties: { a: {} }, dependentRequired: { b: ["a"] } },
    ["/body type", "/body nullable", "/body additional", "/body/a optional", "/body/a requires"],
  ],
  [
    {
      properties: { a: {} },
      allOf: [{ if: { required: ["b"] }, then: { required: ["a"] } }],
    },
    [
      "/body type",
      "/body nullable",
      "/body additional",
      "/body/a optional",
      "/body/a requiredWhen",
    ],
  ],
  [
    { properties: { a: {} }, atMost: { a: "b" } },
    ["/body type", "/body nullable", "/body additional", "/body/a optional", "/body/a atMost"],
  ],
  // Of a union the type is a rule of the whole, everything else of its branches.
  [
    { anyOf: [{ type: "string", maxLength: 1 }, { type: "null" }] },
    ["/body anyOf", "/body nullable", "/body characters", "/body maxLength"],
  ],
  [{ oneOf: [{ minimum: 1 }] }, ["/body anyOf", "/body nullable", "/body minimum"]],
])("%j", (schema, rules) => {
  expect(rulesIn(schema)).toEqual(rules);
});

test("a text on the wire is always a string, and never null; a path has all of its parameters", () => {
  const fields = { type: "object", properties: { a: { type: "integer" }, b: { type: "string" } } };
  const rules = (part: string) =>
    rulesOf({ properties: { [part]: fields } }).map(({ place, keyword }) => `${place} ${keyword}`);
  expect(rules("query")).toEqual([
    "/query/a optional",
    "/query/a type",
    "/query/b optional",
    "/query/b characters",
  ]);
  expect(rules("path")).toEqual(["/path/a type", "/path/b characters"]);
});

test("a body that has to be there is a rule of the message", () => {
  const message = { required: ["body"], properties: { body: { minimum: 1 } } };
  expect(rulesOf(message).map(({ place, keyword }) => `${place} ${keyword}`)).toEqual([
    "/body required",
    "/body minimum",
  ]);
});

test.each<[keyword: string, schema: Schema, refused: unknown]>([
  ["maxLength", { type: "string", maxLength: 1 }, "ab"],
  ["type", { type: "string" }, 1],
  ["type", { type: "string", enum: ["a"] }, 1],
  ["nullable", { type: "string" }, null],
  ["required", { type: "object", properties: { a: {} }, required: ["a"] }, {}],
  ["requires", { properties: { a: {} }, dependentRequired: { b: ["a"] } }, { b: 1 }],
  ["additional", { type: "object", additionalProperties: false }, { a: 1 }],
  ["minProperties", { type: "object", minProperties: 1 }, {}],
  ["anyOf", { anyOf: [{ type: "string" }, { type: "boolean" }] }, 1],
  ["maximum", { type: "array", items: { maximum: 1 } }, [2]],
  ["maximum", { anyOf: [{ maximum: 1 }] }, 2],
])("without the rule %s, %j accepts %j", (keyword, schema, refused) => {
  const message = messageOf(schema);
  const rule = rulesOf(message).find((each) => each.keyword === keyword);
  expect(accepts(message, { body: refused })).toBe(false);
  expect(rule && accepts(rule.relaxed(message), { body: refused })).toBe(true);
});
