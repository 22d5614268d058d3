import type { Schema } from "@contract-toolkit/contract";

/** A schema, the values that its keywords may have, and messages that tell them apart. */
interface Subject {
  readonly base: Schema;
  readonly keywords: Readonly<Record<string, readonly unknown[]>>;
  readonly samples: readonly unknown[];
}

const text: Schema = { type: "string" };
const whole: Schema = { type: "integer" };
const named = (name: string, schema: Schema = text): Schema => ({
  type: "object",
  properties: { [name]: schema },
  required: [name],
});
const [a, b] = [named("a"), named("b")];
const tagged = (tag: string): Schema => ({
  ...named("kind", { const: tag }),
  properties: { kind: { const: tag }, [tag]: text },
});

const notes = {
  title: ["Title"],
  description: ["A description."],
  examples: [["example"]],
  $comment: ["A comment."],
  deprecated: [true],
  default: ["x", "y"],
};

/** Every keyword of JSON Schema 2020-12, by what it applies to. */
export const subjects: Readonly<Record<string, Subject>> = {
  text: {
    base: text,
    keywords: {
      type: ["string", ["string", "null"], ["string", "integer"], "integer", "boolean"],
      enum: [["a"], ["a", "b"], ["b", "c"]],
      const: ["a", "b"],
      minLength: [0, 1, 3],
      maxLength: [2, 5],
      pattern: ["^[a-z]*$", "^[a-z0-9]*$", "^a"],
      format: ["date", "uuid", "password"],
      not: [{ const: "a" }, { maxLength: 1 }, { enum: ["a", "b"] }],
      anyOf: [
        [{ const: "a" }, { minLength: 3 }],
        [{ maxLength: 1 }, { minLength: 3 }],
      ],
      oneOf: [
        [{ maxLength: 2 }, { minLength: 2 }],
        [{ maxLength: 1 }, { minLength: 3 }],
      ],
      allOf: [[{ minLength: 1 }], [{ minLength: 1 }, { maxLength: 2 }]],
      contentEncoding: ["base64"],
      contentMediaType: ["application/json"],
      minimum: [5],
      ...notes,
    },
    samples: [
      ...["", "a", "b", "c", "ab", "ba", "a1", "A", "abc", "abcdef", "YWJj"],
      ...["2026-01-01", "123e4567-e89b-12d3-a456-426614174000", null, 1, 7, true, [], {}],
    ],
  },
  number: {
    base: { type: "number" },
    keywords: {
      type: ["number", "integer", ["number", "null"]],
      enum: [[1], [1, 2]],
      const: [1],
      minimum: [1, 2],
      maximum: [5, 6],
      exclusiveMinimum: [1, 2],
      exclusiveMaximum: [5, 6],
      multipleOf: [1, 2, 3, 6],
      format: ["int32", "float"],
      not: [{ minimum: 3 }, { const: 1 }],
      anyOf: [
        [{ type: "integer" }, { minimum: 3 }],
        [whole, { type: "number" }],
      ],
      oneOf: [
        [{ type: "integer" }, { minimum: 3 }],
        [whole, { type: "number" }],
      ],
      maxLength: [1],
    },
    samples: [-1, 0, 0.5, 1, 1.5, 2, 3, 3.5, 4, 5, 5.5, 6, 7, 12, 2 ** 40, null, "a"],
  },
  list: {
    base: { type: "array", items: whole },
    keywords: {
      items: [whole, { ...whole, minimum: 2 }, text, false],
      prefixItems: [[whole], [{ const: 1 }, { const: 2 }], [text]],
      unevaluatedItems: [false],
      contains: [{ const: 1 }, { const: 2 }, { minimum: 1 }],
      minContains: [0, 2],
      maxContains: [1, 2],
      minItems: [1, 2],
      maxItems: [1, 3],
      uniqueItems: [false, true],
      allOf: [
        [{ contains: { const: 1 } }],
        [{ contains: { const: 1 } }, { contains: { const: 2 } }],
      ],
    },
    samples: [
      ...[
        [],
        [0],
        [1],
        [2],
        [3],
        [1, 1],
        [1, 2],
        [2, 1],
        [1, 2, 3],
        [2, 2, 2],
        [1, 1, 1, 1],
        ["a"],
      ],
      ...[
        ["a", 1],
        [1, "a"],
        [1, 2, "a"],
      ],
    ],
  },
  "list with contains": {
    base: { type: "array", items: whole, contains: { const: 1 } },
    keywords: { minContains: [0, 1, 2], maxContains: [1, 2] },
    samples: [[], [0], [1], [1, 1], [1, 1, 1], [0, 1]],
  },
  object: {
    base: { type: "object", properties: { a: text, b: text } },
    keywords: {
      properties: [
        ...[
          { a: text, b: text },
          { a: text },
          { a: whole, b: text },
          { a: { minLength: 1 }, b: text },
        ],
        ...[
          { a: text, b: text, c: text },
          { a: text, b: false },
        ],
      ],
      required: [["a"], ["a", "b"]],
      additionalProperties: [true, false, text, whole],
      unevaluatedProperties: [false, whole],
      patternProperties: [{ "^x": text }, { "^x": whole }, { "^a": { maxLength: 1 } }],
      propertyNames: [{ maxLength: 1 }, { pattern: "^[a-z]+$" }],
      minProperties: [1, 2],
      maxProperties: [1, 2],
      dependentRequired: [{ a: ["b"] }, { b: ["a"] }],
      dependentSchemas: [
        { a: { required: ["b"] } },
        { a: { properties: { b: { maxLength: 1 } } } },
      ],
      if: [{ required: ["a"] }],
      allOf: [[{ required: ["a"] }], [{ properties: { a: { maxLength: 1 } } }]],
      anyOf: [[{ required: ["a"] }, { required: ["b"] }], [{ required: ["a"] }]],
      oneOf: [[{ required: ["a"] }, { required: ["b"] }]],
      not: [{ required: ["a"] }, { required: ["a", "b"] }],
    },
    samples: [
      ...[
        {},
        { a: "x" },
        { a: "" },
        { a: "xx" },
        { a: 1 },
        { b: "x" },
        { b: "xx" },
        { a: "x", b: "x" },
      ],
      ...[
        { a: "xx", b: "xx" },
        { a: "x", b: "x", c: "x" },
        { a: "x", c: 1 },
        { x1: "x" },
        { x1: 1 },
      ],
      ...[{ long: "x" }, { A: 1 }, { c: "x" }],
    ],
  },
  condition: {
    base: {
      type: "object",
      properties: { a: text, b: text },
      if: { required: ["a"] },
    },
    keywords: {
      if: [
        { required: ["a"] },
        { required: ["b"] },
        { properties: { a: { const: "x" } }, required: ["a"] },
      ],
      then: [{ required: ["b"] }, { properties: { b: { maxLength: 1 } } }],
      else: [{ required: ["b"] }],
    },
    samples: [
      {},
      { a: "x" },
      { a: "y" },
      { b: "x" },
      { b: "xx" },
      { a: "x", b: "xx" },
      { a: "x", b: "x" },
    ],
  },
  "closed object": {
    base: { type: "object", unevaluatedProperties: false, anyOf: [a, b] },
    keywords: {
      anyOf: [
        [a, b],
        [a, b, named("c")],
        [{ ...a, properties: { a: text, c: text } }, b],
      ],
      unevaluatedProperties: [false, text],
    },
    samples: [
      { a: "x" },
      { b: "x" },
      { a: "x", b: "x" },
      { c: "x" },
      { a: "x", c: "x" },
      { a: "x", c: 1 },
    ],
  },
  alternatives: {
    base: { oneOf: [tagged("a"), tagged("b")] },
    keywords: {
      oneOf: [
        ...[[tagged("a"), tagged("b")], [tagged("a")], [tagged("a"), tagged("b"), tagged("c")]],
        ...[
          [tagged("a"), named("kind")],
          [a, b],
          [named("kind", { enum: ["a", "b"] }), tagged("b")],
        ],
      ],
      anyOf: [
        [tagged("a"), tagged("b")],
        [a, b],
      ],
      discriminator: [{ propertyName: "kind" }],
    },
    samples: [
      ...[
        { kind: "a" },
        { kind: "b" },
        { kind: "c" },
        { kind: "d" },
        { kind: "a", a: "x" },
        { a: "x" },
      ],
      ...[{ b: "x" }, { a: "x", b: "x" }, { kind: "b", b: "x" }, { kind: "a", a: "x", b: "x" }],
    ],
  },
};

/** A change of one keyword. */
export interface SchemaEdit {
  readonly name: string;
  readonly old: Schema;
  readonly new: Schema;
  readonly samples: readonly unknown[];
}

/** Every change between two values of a keyword, and its addition and removal. */
export function schemaEdits(): SchemaEdit[] {
  return Object.entries(subjects).flatMap(([subject, { base, keywords, samples }]) =>
    Object.entries(keywords).flatMap(([keyword, values]) => {
      const { [keyword]: _, ...rest } = base;
      const choices = [undefined, ...values];
      return choices.flatMap((from) =>
        choices
          .filter((to) => to !== from)
          .map((to): SchemaEdit => {
            const schemaWith = (value: unknown): Schema =>
              value === undefined ? rest : { ...rest, [keyword]: value };
            const name = `${keyword} of ${subject}: ${textOf(from)} to ${textOf(to)}`;
            return { name, old: schemaWith(from), new: schemaWith(to), samples };
          }),
      );
    }),
  );
}

function textOf(value: unknown): string {
  return value === undefined ? "none" : JSON.stringify(value);
}
