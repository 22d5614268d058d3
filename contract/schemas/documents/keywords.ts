import { oneSubschema } from "@contract-toolkit/contract";
import { comparisons, fieldRules } from "@contract-toolkit/contract/field-rules";

/** Keywords of JSON Schema 2020-12, of OpenAPI 3.0 and 3.1, and of the toolkit. */
const keywords = [
  ["left out: use $ref instead", ["$dynamicRef", "$recursiveRef"]],
  ["a text", ["$ref", "format", "pattern", "contentEncoding", "contentMediaType"]],
  [
    "a number",
    [
      ...["minimum", "maximum", "multipleOf", "minLength", "maxLength", "minItems", "maxItems"],
      ...["minProperties", "maxProperties", "minContains", "maxContains"],
    ],
  ],
  ["a number, or true or false", ["exclusiveMinimum", "exclusiveMaximum"]],
  ["true or false", ["nullable", "uniqueItems"]],
  ["a type or a list of types", ["type"]],
  ["a schema", [...oneSubschema, "contentSchema"]],
  ["a list", ["enum"]],
  ["a list of texts", ["required"]],
  ["a list of schemas", ["allOf", "anyOf", "oneOf", "prefixItems"]],
  ["schemas by name", ["properties", "patternProperties", "dependentSchemas"]],
  ["texts by name", comparisons.map(({ name }) => name)],
  ["lists of texts by name", ["dependentRequired"]],
  ["an object with a propertyName", ["discriminator"]],
  ...fieldRules.map(({ type, extension }) => [type, [extension]] as const),
] as const satisfies readonly (readonly [string, readonly string[]])[];

/** What the value of a keyword has to be. */
export type KeywordType = (typeof keywords)[number][0];

/** What the values of keywords have to be, by their names. Keywords that only inform may have any. */
export const typeOfKeyword: ReadonlyMap<string, KeywordType> = new Map(
  keywords.flatMap(([type, names]) => names.map((name): [string, KeywordType] => [name, type])),
);
