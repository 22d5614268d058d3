import { isObject } from "@contract-toolkit/contract";
import { CannotCompareError } from "../cannot-compare-error.ts";
import type { Node } from "@contract-toolkit/schemas/documents/nodes";
import { type KeywordType, typeOfKeyword } from "@contract-toolkit/schemas/documents/keywords";

/**
 * Checks that the keywords of a schema have values of the types that JSON Schema requires.
 *
 * @param place the place of the schema, for the error
 * @throws {CannotCompareError} with the place and the keyword
 */
export function checkKeywords(schema: Node, place: string): void {
  for (const [keyword, value] of Object.entries(schema)) {
    const type = typeOfKeyword.get(keyword);
    if (type && !checks[type](value))
      throw new CannotCompareError(
        `${place}: ${keyword} is ${JSON.stringify(value).slice(0, 60)}, but must be ${type}.`,
      );
  }
}

const isSubschema = (value: unknown) => typeof value === "boolean" || isObject(value);
const isStringKeyword = (value: unknown) => typeof value === "string";
const isListOf = (is: (value: unknown) => boolean) => (value: unknown) =>
  Array.isArray(value) && value.every(is);
const mapOf = (is: (value: unknown) => boolean) => (value: unknown) =>
  isObject(value) && Object.values(value).every(is);

const checks = {
  "a text": isStringKeyword,
  "a number": (value: unknown) => typeof value === "number",
  "a number, or true or false": (value: unknown) => ["number", "boolean"].includes(typeof value),
  "true or false": (value: unknown) => typeof value === "boolean",
  "a type or a list of types": (value: unknown) =>
    isStringKeyword(value) || isListOf(isStringKeyword)(value),
  "a schema": isSubschema,
  "a list": Array.isArray,
  "a list of texts": isListOf(isStringKeyword),
  "a list of schemas": isListOf(isSubschema),
  "schemas by name": mapOf(isSubschema),
  "texts by name": mapOf(isStringKeyword),
  "lists of texts by name": mapOf(isListOf(isStringKeyword)),
  "left out: use $ref instead": () => false,
  "an object with a propertyName": (value: unknown) =>
    isObject(value) && isStringKeyword(value["propertyName"]),
  "an object with property and values": (value: unknown) =>
    isObject(value) && isStringKeyword(value["property"]) && Array.isArray(value["values"]),
} as const satisfies Readonly<Record<KeywordType, (value: unknown) => boolean>>;
