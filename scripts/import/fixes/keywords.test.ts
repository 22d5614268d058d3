import { expect, test } from "vitest";
import { fixMisspeltSchemas } from "./keywords.ts";

test("unions that any value fits, misspelt keywords and unknown types are told, others are not", () => {
  const schemas = {
    A: { type: ["int", "null"], maxLenght: 3, "x-maxLenght": 3, ourOwnKeyword: 1 },
    C: { anyOf: [{ type: "string" }, { title: "Any" }], oneOf: [{}] },
    D: { anyOf: [{ type: "string" }, true] },
    F: { minimum: "3", properties: { a: {}, b: 7 }, $dynamicRef: "#a" },
    E: { $ref: "#/components/schemas/B", nullable: true, maxLength: 3 },
    B: { type: "object", properties: { maxLenght: { type: "string", example: { tpye: 1 } } } },
  };
  expect(fixMisspeltSchemas({ openapi: "3.0.3", components: { schemas } })).toEqual([
    {
      pointer: "#/components/schemas/A",
      what: expect.stringContaining("maxLength?") as string,
      isLoss: true,
    },
    {
      pointer: "#/components/schemas/A",
      what: "there is no type int; did you mean integer?",
      isLoss: true,
    },
    ...["C", "D"].map((name) => ({
      pointer: `#/components/schemas/${name}`,
      what: "anyOf with a schema that allows any value: removed",
    })),
    ...[
      'minimum is "3", but must be a number; removed',
      'properties is {"a":{},"b":7}, but must be schemas by name; removed',
      '$dynamicRef is "#a", but must be left out: use $ref instead; removed',
    ].map((what) => ({ pointer: "#/components/schemas/F", what, isLoss: true })),
    {
      pointer: "#/components/schemas/E",
      what: "nullable beside a reference, which OpenAPI 3.0 ignores: null is allowed",
    },
  ]);
  expect(schemas.E).toEqual({ allOf: [{ $ref: "#/components/schemas/B" }], nullable: true });
  expect(schemas.F).toEqual({ properties: { a: {} } });
  expect(schemas.C).toEqual({ oneOf: [{}] });
  expect(schemas.A).not.toHaveProperty("type");
});
