/** Forms of schemas, parameters and contents in OpenAPI documents of others. */
type Part = Readonly<Record<string, unknown>>;

export const ref = (name: string): Part => ({ $ref: `#/components/schemas/${name}` });
const text = { type: "string" };
const whole = { type: "integer" };
const object = (properties: Part, ...required: string[]) => ({
  type: "object",
  properties,
  ...(required.length > 0 && { required }),
});
const list = (items: unknown, more: Part = {}) => ({ type: "array", items, ...more });
const nullable = (schema: Part) => ({ ...schema, nullable: true });
const [withA, withB] = [object({ a: text }, "a"), object({ b: text }, "b")];
const none = { type: "null" };

/** The named schemas that forms refer to. */
export const named = {
  Node: object({ next: { anyOf: [ref("Node"), none] }, value: whole }),
  Tree: object({ inside: list(ref("Tree")) }),
  First: object({ second: ref("Second") }),
  Second: object({ first: ref("First") }),
  Deep: { oneOf: [text, list(ref("Deep"))] },
  Base: {
    ...object({ id: text }, "id"),
    title: 'A "b" \\ ${x}',
    description: "Use:\n```\n/* a */ run '{}' */\n```\n@tag",
  },
  Heir: { allOf: [ref("Base"), object({ n: whole })] },
  Cat: object({ kind: { const: "cat" }, lives: whole }, "kind"),
  Dog: object({ kind: { const: "dog" }, tail: text }, "kind"),
  One: object({ k: { type: "integer", enum: [1] }, a: text }, "k"),
  Two: object({ k: { type: "integer", enum: [2] }, b: text }, "k"),
  Short: { type: ["string", "null"], maxLength: 3 },
  Color: { type: "string", enum: ["red", "blue"] },
  Few: list(text, { maxItems: 2 }),
  Page: { ...object({ total: whole }), required: ["results"] },
};

export const named30 = {
  Node: object({ next: nullable({ allOf: [ref("Node")] }), value: whole }),
  Base: named.Base,
  Cat: object({ kind: { type: "string", enum: ["cat"] }, lives: whole }, "kind"),
  Dog: object({ kind: { type: "string", enum: ["dog"] }, tail: text }, "kind"),
  Short: nullable({ type: "string", maxLength: 3 }),
  Some: nullable(object({ a: text })),
  Color: nullable({ type: "string", enum: ["red", "blue", null] }),
  Few: named.Few,
};

const kinds = { oneOf: [ref("Cat"), ref("Dog")] };
const ofKind = { propertyName: "kind" };

/** Schemas of 3.1 with the same values as the TypeSpec that they become. */
export const kept: readonly unknown[] = [
  ...["Node", "Tree", "First", "Deep", "Heir", "Short"].map(ref),
  ...[{}, true, { type: ["string", "integer", "null"] }, { anyOf: [whole, none] }],
  // Listed values.
  ...[{ enum: ["a", 1, true, null] }, { enum: ["a", "b"] }],
  ...["a", 1.5, true].map((value) => ({ const: value })),
  { type: ["string", "null"], enum: ["a", null] },
  ...[
    { type: "string", enum: ["a", null] },
    { type: "boolean", enum: [true] },
  ],
  { enum: [1, 20, "ab"], maximum: 10, maxLength: 1 },
  { type: "integer", format: "int32", oneOf: [{ title: "X", const: 4 }] },
  // Objects.
  { ...withA, additionalProperties: false },
  { ...withA, additionalProperties: whole },
  { ...withA, required: ["b"] },
  { ...withA, required: ["b"], additionalProperties: whole },
  { type: "object", required: ["b"] },
  ...[{ type: "object" }, { type: "object", additionalProperties: {} }],
  { type: "object", additionalProperties: whole, minProperties: 1, maxProperties: 2 },
  { ...object({ a: text, b: text }), minProperties: 1 },
  { allOf: [ref("Base")], unevaluatedProperties: false },
  { ...ref("Base"), required: ["id", "x"] },
  { ...object({ c: whole }), oneOf: [withA, withB] },
  { ...object({ a: text, b: text }), anyOf: [{ required: ["a"] }, { required: ["b"] }] },
  object({ a: { type: "string", readOnly: true }, b: text }, "a", "b"),
  object({ a: { type: "string", writeOnly: true }, b: text }, "a", "b"),
  object({ "a-b": text, "a b": text, constructor: text, 'q"q': text, ä: whole }, "a b"),
  object({ constructor: { type: "string", default: "x" } }),
  { allOf: [object({ a: { type: "string", minLength: 2 } }), object({ a: { maxLength: 3 } })] },
  { allOf: [{ type: "object", additionalProperties: whole }, object({ a: whole })] },
  { allOf: [ref("Page"), object({ results: list(text) })] },
  // Joined schemas.
  { allOf: [{ type: "string", minLength: 2 }, { maxLength: 3 }] },
  { allOf: [ref("Color"), { enum: ["red"] }] },
  ...[{ allOf: [ref("Few"), { minItems: 1 }] }, { ...ref("Few"), minItems: 1 }],
  { allOf: [ref("Base"), { type: ["object", "null"] }] },
  object({ a: ref("Short"), b: { ...ref("Short"), minLength: 2 } }),
  // Unions.
  ...[kinds, { ...kinds, discriminator: ofKind }, { oneOf: [...kinds.oneOf, none] }],
  { oneOf: [ref("One"), ref("Two")], discriminator: { propertyName: "k" } },
  ...["oneOf", "anyOf"].flatMap((key) => [
    { [key]: [whole, { type: "number" }] },
    { [key]: [withA, withB] },
    { type: "string", [key]: [{ maxLength: 2 }, { pattern: "^abc" }] },
    object({ x: { [key]: [text, list(text)] } }),
  ]),
  { anyOf: [{ anyOf: [text, whole] }, { type: "boolean" }] },
  { anyOf: [{ minLength: 2 }, { minimum: 3 }], oneOf: [text, whole] },
  { type: ["object", "string"], properties: { a: text }, required: ["a"] },
  { type: ["array", "string"], items: whole, maxLength: 2 },
  // Lists.
  ...[list(whole, { uniqueItems: true }), { type: "array" }, list(true), list(false)],
  ...[list({ type: ["string", "null"] }), list(list(whole, { maxItems: 1 }), { minItems: 1 })],
  list({ ...kinds, discriminator: ofKind }),
  // Numbers and texts.
  ...["int32", "int64", "uint8", "unknown"].map((format) => ({ type: "integer", format })),
  { type: "integer", minimum: 1.5, exclusiveMaximum: 3.5, multipleOf: 3 },
  { type: "number", minimum: 1, exclusiveMinimum: true },
  { type: "number", format: "double", minimum: -0 },
  ...["date", "date-time", "time", "duration", "uuid", "email", "uri", "ipv4", "unknown"].map(
    (format) => ({ type: "string", format }),
  ),
  { type: "string", contentEncoding: "base64" },
  ...[
    { type: "string", nullable: true },
    { type: "string", maxLength: 0, default: "" },
  ],
  ...['^\\d{3}\\/[a-z"]+$', "^\\-?[\\-\\@]$"].map((pattern) => ({ type: "string", pattern })),
];

/** Schemas of which something is lost. */
export const lost: readonly unknown[] = [
  ...[{ enum: [{ a: 1 }] }, { const: [1, 2] }, { type: "string", enum: [1, 2] }],
  { allOf: [withA, withB], additionalProperties: false },
  { not: { type: "string" } },
  { ...object({ a: text, b: text }), dependentRequired: { a: ["b"] } },
  { type: "object", propertyNames: { maxLength: 2 } },
  ...[list(text, { contains: { const: "a" } }), list(text, { minItems: 3, maxItems: 1 })],
  { type: "array", prefixItems: [text, whole], items: false },
  list([text, whole], { additionalItems: false }),
  ...[{ properties: { a: text } }, { items: text }, { type: "number", format: "int32" }],
  { allOf: [text, whole] },
];

/** Schemas of 3.0 with the same values as the TypeSpec that they become. */
export const kept30: readonly unknown[] = [
  ...["Node", "Short", "Some", "Color"].map(ref),
  ...[{ allOf: [ref("Base")] }, { allOf: [ref("Base"), object({ x: whole })] }].map(nullable),
  ...[{ type: "object", ...kinds }, kinds, { enum: ["a"] }, list(text), {}].map(nullable),
  { anyOf: [nullable(text), whole] },
  ...[
    { type: "string", enum: ["a", null] },
    { type: "string", nullable: false },
  ],
  ...[list(nullable(text)), { type: "object", additionalProperties: nullable(whole) }],
  { type: "number", minimum: 1, exclusiveMinimum: true, maximum: 5, exclusiveMaximum: true },
  { ...ref("Few"), minItems: 1 },
  object({ a: { allOf: [ref("Base")], readOnly: true } }, "a"),
  { oneOf: [ref("Some"), ref("Cat")] },
  { oneOf: [ref("Base"), none] },
];

/** Parameters, by their place, with the same values and styles as those that they become. */
export const keptParameters: Readonly<Record<string, readonly Part[]>> = {
  query: [
    ...[text, whole, { type: "boolean" }, { type: "string", enum: ["a"] }, { const: "x" }],
    ...[{ type: ["string", "null"] }, { anyOf: [whole, text] }, { type: ["integer", "string"] }],
    ...[{ anyOf: [whole, { type: "string", enum: ["all"] }] }, { type: "string", format: "date" }],
    ...[{ anyOf: [text, list(text), none] }, { oneOf: [whole, list(whole)] }, list(ref("Color"))],
    ...[list(text, { minItems: 1, uniqueItems: true }), { type: ["array", "null"], items: text }],
    { type: "object", additionalProperties: whole },
  ]
    .map((schema): Part => ({ schema }))
    .concat(
      ["form", "pipeDelimited", "spaceDelimited"].map((style) => ({
        style,
        explode: false,
        schema: list(whole),
      })),
      { style: "deepObject", schema: object({ a: text, b: list(whole) }, "a") },
      { explode: false, schema: object({ a: text, b: whole }) },
      { name: "a.b-c$[]", schema: list(text), deprecated: true },
      { name: "constructor", schema: text },
    ),
  header: [text, whole, list(whole)].map((schema) => ({ schema })),
  cookie: [text, whole].map((schema) => ({ schema })),
  path: [text, whole, list(text), object({ a: text }), { anyOf: [whole, text] }]
    .map((schema): Part => ({ schema }))
    .concat(
      { schema: list(text), style: "label" },
      { schema: list(whole), style: "matrix", explode: true },
      { schema: object({ a: text }), explode: true },
    ),
};

/** Content types whose values are the same. Others are bytes, or left out. */
export const keptContents: readonly string[] = [
  ...["application/json", "application/a+json", "text/json", "application/problem+json"],
  ...["application/json; charset=utf-8", "application/json;odata.metadata=minimal"],
  "application/xml",
];
