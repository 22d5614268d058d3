import {
  isSchema,
  mapSubschemas,
  referredName,
  schemaProperties,
  type Schema,
} from "@contract-toolkit/contract";
import { withFieldRules } from "@contract-toolkit/contract/field-rules";
import { asSchema, isMetaDataKeyword } from "@contract-toolkit/contract/schema-algebra";
import { isBytes } from "@contract-toolkit/schemas/documents/form-parts";
import { mappedValues, referenceTo } from "@contract-toolkit/schemas/documents/references";
import { withExclusiveBounds } from "@contract-toolkit/schemas/exclusive-bounds";

/** What a version ignores: OpenAPI 3.0 what stands beside a reference, and later versions `nullable`. */
export type Ignored = "siblings" | "nullable";

/**
 * Converts a schema of OpenAPI into JSON Schema 2020-12, with the toolkit's field rules as keywords.
 *
 * @param ignored what its version ignores
 * @param place the place of the schema, for errors
 */
export function toJsonSchema(
  schema: Schema,
  ignored: Ignored | undefined,
  place = "a schema",
): Schema {
  const translate = (written: Schema, at: string): Schema => {
    const schema = unwrapped(written);
    if (ignored === "siblings" && typeof schema.$ref === "string") return { $ref: schema.$ref };
    const inner = mapSubschemas(schema, (inside, steps) => translate(inside, `${at}/${steps}`));
    for (const keyword of ["anyOf", "oneOf"] as const)
      if (inner[keyword]) inner[keyword] = inner[keyword].map(asSchema);
    const whole = withFieldRules(inner, schemaProperties(schema));
    const { nullable: isNullable, ...own } = normalizeContent(withExclusiveBounds(whole));
    return isNullable === true && ignored !== "nullable" ? orNull(own) : own;
  };
  return translate(schema, place);
}

/** A schema whose only keyword is `allOf` with one part is that part. */
export function unwrapped(schema: Schema): Schema {
  const only: unknown = schema.allOf?.length === 1 ? schema.allOf[0] : undefined;
  return isSchema(only) && Object.keys(schema).length === 1 ? unwrapped(only) : schema;
}

/** The values of a discriminator that name a component: those of its mapping, or the component's name. */
export function valuesNaming(discriminator: Schema["discriminator"], ref: string): string[] {
  const mapped = mappedValues(discriminator, ref);
  return mapped.length > 0 ? mapped : [referredName({ $ref: ref }) ?? ""];
}

/** Gives bytes and Base64 one form in both versions, and the content of a text its own schema. */
function normalizeContent(schema: Schema): Schema {
  if (isBytes(schema)) return withoutKeywords(schema, ["type", "format", "contentMediaType"]);
  const component = schema["x-content-schema"];
  const encoding = encodings.get(schema.contentEncoding ?? schema.format);
  return {
    ...schema,
    ...encoding,
    ...(component !== undefined && {
      contentMediaType: "application/json",
      contentSchema: { $ref: referenceTo(component) },
    }),
  };
}

/** Encodings of bytes in a text, by their names in OpenAPI 3.0 (`format`) and 3.1 (`contentEncoding`). */
const encodings: ReadonlyMap<unknown, Schema> = new Map([
  ["byte", { format: "byte", contentEncoding: "base64" }],
  ["base64", { format: "byte", contentEncoding: "base64" }],
  ["base64url", { format: "base64url", contentEncoding: "base64url" }],
]);

function withoutKeywords(schema: Schema, names: readonly string[]): Schema {
  return Object.fromEntries(Object.entries(schema).filter(([name]) => !names.includes(name)));
}

/** OpenAPI 3.0: `nullable` allows null in addition to what the other keywords allow. */
function orNull(schema: Schema): Schema {
  const composed = ["allOf", "anyOf", "oneOf", "enum", "const", "not"];
  if (typeof schema.type === "string" && composed.every((keyword) => !(keyword in schema)))
    return { ...schema, type: [schema.type, "null"] };
  const entries = Object.entries(schema);
  const outer = entries.filter(([keyword]) => isMetaDataKeyword(keyword));
  const inner = entries.filter(([keyword]) => !isMetaDataKeyword(keyword));
  return { ...Object.fromEntries(outer), anyOf: [Object.fromEntries(inner), { type: "null" }] };
}
