import { isObject, oneSubschema } from "@contract-toolkit/contract";
import { comparisons, fieldRules } from "@contract-toolkit/contract/field-rules";
import { takeOut, type Node } from "./nodes.ts";

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

type KeywordType = (typeof keywords)[number][0];

/** What the values of keywords have to be, by their names. Keywords that only inform may have any. */
export const typeOfKeyword: ReadonlyMap<string, KeywordType> = new Map(
  keywords.flatMap(([type, names]) => names.map((name): [string, KeywordType] => [name, type])),
);

/**
 * Takes out the keywords of a schema, and the members of their values, that are not of the type that they have to be. Every reader
 * ignores them.
 *
 * @returns what is wrong with each
 */
export function takeOutMistyped(schema: Node): string[] {
  return Object.entries(schema).flatMap(([keyword, value]) => {
    const type = typeOfKeyword.get(keyword);
    const [isOfType, isMember = () => true] = type === undefined ? [() => true] : checks[type];
    const left = isOfType(value) ? withoutMembers(value, isMember) : undefined;
    if (left === value) return [];
    if (left === undefined) takeOut(schema, keyword);
    else schema[keyword] = left;
    return `${keyword} is ${JSON.stringify(value).slice(0, 60)}, but must be ${type ?? ""}`;
  });
}

function withoutMembers(value: unknown, isMember: Check): unknown {
  if (Array.isArray(value)) return value.every(isMember) ? value : value.filter(isMember);
  if (!isObject(value) || Object.values(value).every(isMember)) return value;
  return Object.fromEntries(Object.entries(value).filter(([, member]) => isMember(member)));
}

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === "string";
const isSubschema: Check = (value) => typeof value === "boolean" || isObject(value);
const areTexts: Check = (value) => Array.isArray(value) && value.every(isText);

/** What a value has to be, and what its members have to be. */
const checks: Readonly<Record<KeywordType, readonly [Check, Check?]>> = {
  "left out: use $ref instead": [() => false],
  "a text": [isText],
  "a number": [(value) => typeof value === "number"],
  "a number, or true or false": [(value) => ["number", "boolean"].includes(typeof value)],
  "true or false": [(value) => typeof value === "boolean"],
  "a type or a list of types": [(value) => isText(value) || areTexts(value)],
  "a schema": [isSubschema],
  "a list": [Array.isArray],
  "a list of texts": [Array.isArray, isText],
  "a list of schemas": [Array.isArray, isSubschema],
  "schemas by name": [isObject, isSubschema],
  "texts by name": [isObject, isText],
  "lists of texts by name": [isObject, areTexts],
  "an object with a propertyName": [(value) => isObject(value) && isText(value["propertyName"])],
  "an object with property and values": [
    (value) => isObject(value) && isText(value["property"]) && Array.isArray(value["values"]),
  ],
};
