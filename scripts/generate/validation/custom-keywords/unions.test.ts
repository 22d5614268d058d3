import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { reportBranches } from "./unions.ts";

const book = { type: "object", required: ["a", "b"] };
const list = { type: "array", items: { type: "string" } };

function validate(schema: object, value: unknown) {
  const ajv = new Ajv2020({ allErrors: true, strict: false });
  reportBranches(ajv);
  const compiled = ajv.compile(schema);
  return compiled(value)
    ? "valid"
    : compiled.errors?.map(({ keyword, params }) => [
        keyword,
        (params as { branches?: number[] }).branches,
      ]);
}

test.each(["anyOf", "oneOf"])(
  "%s reports how many of the errors before it belong to each branch",
  (keyword) => {
    const schema = { required: ["other"], [keyword]: [book, list] };
    expect(validate(schema, {})).toEqual([
      ["required", undefined],
      ["required", undefined],
      ["type", undefined],
      [keyword, [2, 1]],
      ["required", undefined],
    ]);
    expect(validate({ [keyword]: [book, list] }, [1, 2, "3"])).toEqual([
      ["type", undefined],
      ["type", undefined],
      ["type", undefined],
      [keyword, [1, 2]],
    ]);
  },
);

test("a nested union counts with all of its errors", () => {
  const inner = { anyOf: [{ type: "string" }, { type: "null" }] };
  const errors = validate({ anyOf: [inner, list] }, 1);
  expect(errors).toEqual([
    ["type", undefined],
    ["type", undefined],
    ["anyOf", [1, 1]],
    ["type", undefined],
    ["anyOf", [3, 1]],
  ]);
});

test("oneOf refuses a value that fits two branches", () => {
  const errors = validate({ oneOf: [list, { type: "array" }] }, []);
  expect(errors).toEqual([["oneOf", [0, 0]]]);
});

test("fields of a fitting branch are documented", () => {
  const schema = {
    type: "object",
    anyOf: [
      { properties: { a: {} }, required: ["a"] },
      { properties: { b: {} }, required: ["b"] },
    ],
    unevaluatedProperties: false,
  };
  expect(validate(schema, { a: 1, b: 1 })).toBe("valid");
  expect(validate(schema, { a: 1, c: 1 })).toEqual([["unevaluatedProperties", undefined]]);
});
