import { isSchema, mapSubschemas, propertiesOf, type Schema } from "@contract-toolkit/kernel";
import { withFieldRules } from "@contract-toolkit/kernel/field-rules";
import { checkKeywords } from "./keyword-types.ts";

/**
 * Turns the schemas of OpenAPI 3.0 or 3.1 into JSON Schema 2020-12, with the toolkit's own rules as keywords.
 *
 * @param place of the schema, for errors
 * @throws {CannotCompareError} when a keyword has a value that it cannot have
 */
export function asJsonSchema(schema: Schema, isOpenApi30: boolean, place = "a schema"): Schema {
  const translate = (each: Schema, at: string): Schema => {
    checkKeywords(each, at);
    // In OpenAPI 3.0 a reference is all that there is.
    if (isOpenApi30 && typeof each.$ref === "string") return { $ref: each.$ref };
    const inner = mapSubschemas(each, (inside, steps) => translate(inside, `${at}/${steps}`));
    const whole = withFieldRules(inner, propertiesOf(each));
    return nullable(withContent(withMapping(withLimits(whole))));
  };
  return translate(schema, place);
}

/** In OpenAPI 3.0 an exclusive bound is a bound and a flag. */
function withLimits(schema: Schema): Schema {
  const flags = bounds.filter(([, exclusive]) => typeof schema[exclusive] === "boolean");
  return flags.reduce((limited, [bound, exclusive]) => {
    if (schema[exclusive] === false) return withoutKeywords(limited, [exclusive]);
    const rest = withoutKeywords(limited, [bound, exclusive]);
    return schema[bound] === undefined ? rest : { ...rest, [exclusive]: schema[bound] };
  }, schema);
}

const bounds = [
  ["minimum", "exclusiveMinimum"],
  ["maximum", "exclusiveMaximum"],
] as const;

/** A mapping names components by their names or by references. */
function withMapping(schema: Schema): Schema {
  const { discriminator } = schema;
  if (!isSchema(discriminator) || !isSchema(discriminator.mapping)) return schema;
  const mapping = Object.entries(discriminator.mapping as Record<string, unknown>).map(
    ([value, target]) => [value, refOf(String(target))],
  );
  return {
    ...schema,
    discriminator: {
      propertyName: discriminator.propertyName,
      mapping: Object.fromEntries(mapping) as Record<string, string>,
    },
  };
}

function refOf(target: string): string {
  return /[#/]/.test(target) ? target : `#/components/schemas/${target}`;
}

/** Bytes and Base64 have one form, and what is in a text is a schema of its own. */
function withContent(schema: Schema): Schema {
  if (isBytes(schema)) return withoutKeywords(schema, ["type", "format", "contentMediaType"]);
  const component = schema["x-content-schema"];
  const encoding = encodings.get(schema.contentEncoding ?? schema.format);
  return {
    ...schema,
    ...encoding,
    ...(component !== undefined && {
      contentMediaType: "application/json",
      contentSchema: { $ref: refOf(component) },
    }),
  };
}

/** Encodings of bytes in a text, by the names that they have in OpenAPI 3.0 and in 3.1. */
const encodings: ReadonlyMap<unknown, Schema> = new Map([
  ["byte", { format: "byte", contentEncoding: "base64" }],
  ["base64", { format: "byte", contentEncoding: "base64" }],
  ["base64url", { format: "base64url", contentEncoding: "base64url" }],
]);

/** What is no text at all, as OpenAPI 3.0 and as 3.1 have it. */
function isBytes({ type, format, contentMediaType, contentEncoding, contentSchema }: Schema) {
  const is31 = contentMediaType !== undefined && type === undefined;
  return format === "binary" || (is31 && (contentEncoding ?? contentSchema) === undefined);
}

function withoutKeywords(schema: Schema, names: readonly string[]): Schema {
  return Object.fromEntries(Object.entries(schema).filter(([name]) => !names.includes(name)));
}

const notes = ["default", "deprecated", "readOnly", "writeOnly", "title", "discriminator"];

/** OpenAPI 3.0: null is allowed, too, whatever else is said. */
function nullable({ nullable: isNullable, ...schema }: Schema): Schema {
  if (isNullable !== true) return schema;
  const composed = ["allOf", "anyOf", "oneOf", "enum", "const", "not"];
  if (typeof schema.type === "string" && composed.every((keyword) => !(keyword in schema)))
    return { ...schema, type: [schema.type, "null"] };
  const entries = Object.entries(schema);
  const isNote = (keyword: string) => notes.includes(keyword) || keyword.startsWith("x-");
  const outer = entries.filter(([keyword]) => isNote(keyword) && keyword !== "discriminator");
  const inner = entries.filter(([keyword]) => !isNote(keyword) || keyword === "discriminator");
  return { ...Object.fromEntries(outer), anyOf: [Object.fromEntries(inner), { type: "null" }] };
}
