/** What the parts of a form are when nothing but their schemas says it. */
import { isBinaryType, type Schema } from "@contract-toolkit/contract";
import {
  allowedValues,
  commonTypes,
  conjunctsOf,
  eitherTypes,
  readTypeNames,
  type Resolve,
  type TypeName,
  typeOfValue,
  unionOf,
} from "@contract-toolkit/contract/schema-algebra";

/** Whether a schema is of raw bytes: by a format in OpenAPI 3.0, by a media type without an encoding in 3.1. */
export function isBytes(schema: Schema): boolean {
  const { type, format, contentMediaType, contentEncoding, contentSchema } = schema;
  if (format === "binary") return true;
  if (contentMediaType === undefined || (contentEncoding ?? contentSchema)) return false;
  return type === undefined || (type === "string" && isBinaryType(contentMediaType));
}

/** The content type of a part of a multipart body that has none (OpenAPI 3.0, section 4.7.14.1, and 3.1, section 4.8.15.1). */
export function impliedPartType(schema: Schema, resolve: Resolve): string {
  const parts = conjunctsOf([schema], resolve);
  const types = typesOf(schema, resolve);
  const isOfBytes = parts.some((part) => part.contentEncoding !== undefined || isBytes(part));
  if (isOfBytes || (types.size > 2 && types.has("object"))) return "application/octet-stream";
  const items = parts.find((part) => part.items)?.items;
  if (types.has("array")) return items ? impliedPartType(items, resolve) : "text/plain";
  return types.has("object") ? "application/json" : "text/plain";
}

/** The types of a value, also those of its variants, which may contain themselves. */
export function typesOf(
  schema: Schema,
  resolve: Resolve,
  within: readonly Schema[] = [],
): ReadonlySet<TypeName> {
  const ofPart = (part: Schema) => {
    const variants = unionOf(part)?.branches.filter((branch) => !within.includes(branch)) ?? [];
    const found = variants.map((branch) => typesOf(branch, resolve, [...within, branch]));
    const own = readTypeNames(allowedValues([part])?.map(typeOfValue) ?? part.type);
    return found.length > 0 ? commonTypes(own, found.reduce(eitherTypes)) : own;
  };
  return conjunctsOf([schema], resolve).map(ofPart).reduce(commonTypes);
}
