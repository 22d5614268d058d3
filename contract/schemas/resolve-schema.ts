import {
  coerce,
  type OpenApiDocument,
  type Parameter,
  referredName,
  type Schema,
} from "@contract-toolkit/contract";

/** A schema itself, or the component that it refers to. */
export function resolveSchema(document: OpenApiDocument, schema: Schema): Schema {
  const name = referredName(schema);
  return (name === undefined ? undefined : document.components?.schemas?.[name]) ?? schema;
}

/** The schema of the items, if a value may be a list. */
export function itemsOf(document: OpenApiDocument, schema: Schema): Schema | undefined {
  const { type, items = {}, anyOf, oneOf = [] } = resolveSchema(document, schema);
  if (type === "array") return items;
  return (anyOf ?? oneOf)
    .map((variant) => itemsOf(document, variant))
    .find((found) => found !== undefined);
}

/**
 * The type as which the text of a parameter, header or form field is read. A union is read as its number or boolean if no
 * text of its other variants looks like one: `int32 | "all"` is an integer, and "all" stays a string.
 */
export function scalarType(document: OpenApiDocument, schema: Schema): Parameter["type"] {
  const types = new Set(parameterTypes(document, schema));
  if (types.size === 2 && types.has("integer") && types.has("number")) return "number";
  const [only = "string"] = types;
  return types.size > 1 ? "string" : only;
}

function parameterTypes(
  document: OpenApiDocument,
  schema: Schema,
  within: readonly Schema[] = [],
): Parameter["type"][] {
  const whole = resolveSchema(document, schema);
  // Documents of others may refer in circles.
  if (within.includes(whole)) return [];
  const { type, format = "", anyOf, oneOf, allOf, const: value, enum: values } = whole;
  // A reference with a description is a part of allOf in OpenAPI 3.0.
  const variants = anyOf ?? oneOf ?? (allOf?.length === 1 ? allOf : undefined);
  if (variants)
    return variants.flatMap((variant) => parameterTypes(document, variant, [...within, whole]));
  if (type === "integer" || type === "number" || type === "boolean") return [type];
  const texts = value === undefined ? values : [value];
  const isApart = texts ? texts.every(isOnlyText) : type === "null" || apartFormats.has(format);
  return isApart ? [] : ["string"];
}

function isOnlyText(text: unknown): boolean {
  const types = ["number", "boolean"] as const;
  return typeof text === "string" && types.every((type) => coerce(type, text) === text);
}

const apartFormats: ReadonlySet<string> = new Set(["date-time", "date", "time", "duration", "uri"]);
