import { isObject, isSchema, ownValue } from "@contract-toolkit/contract";
import { isBase64 } from "../../json-comparison/values.ts";

/**
 * Whether Base64 in a value has no white space. Validators allow it, but a client may hold Base64 as bytes, and then writes none.
 */
export function fitsFormats(schema: unknown, value: unknown): boolean {
  if (!isSchema(schema)) return true;
  const { allOf = [], anyOf = [], oneOf = [], format, items, properties } = schema;
  const ofItsType = [...allOf, ...anyOf, ...oneOf].filter((part) => hasSchemaType(value, part));
  if (!ofItsType.every((schema) => fitsFormats(schema, value))) return false;
  if (typeof value === "string") return format !== "byte" || isBase64(value);
  if (Array.isArray(value)) return value.every((item) => fitsFormats(items, item));
  if (!isObject(value)) return true;
  return Object.entries(value).every(([name, value]) =>
    fitsFormats(ownValue(properties ?? {}, name) ?? schema.additionalProperties, value),
  );
}

/** Whether an alternative applies to a value by its type. */
function hasSchemaType(value: unknown, schema: unknown): boolean {
  if (!isSchema(schema) || schema.type === undefined) return true;
  return (schema.type === "string") === (typeof value === "string");
}
