import {
  isSchema,
  mapDocumentParts,
  type OpenApiDocument,
  type Schema,
} from "@contract-toolkit/contract";
import { isMetaDataKeyword } from "@contract-toolkit/contract/schema-algebra";
import { withExclusiveBounds } from "@contract-toolkit/schemas/exclusive-bounds";
import { isOpenApi30 } from "@contract-toolkit/schemas/documents/nodes";
import { resolveSchema } from "@contract-toolkit/schemas/resolve-schema";
import { objectFields } from "./exploded-objects.ts";
import { correctXml } from "./xml-objects.ts";
import { exactDefault } from "../program-mutations/exact-defaults.ts";
import { correctText, textPattern } from "../program-mutations/number-texts.ts";

/**
 * Corrects the emitter's schemas: the place of an encoding in a union, discriminators that omit variants, and objects
 * without other fields.
 */
export function withCorrectedSchemas(document: OpenApiDocument): OpenApiDocument {
  return mapDocumentParts(document, {
    parameter: withExtensionsInSchema,
    schema: (schema) => {
      // In parameters, the emitter writes the flags of 3.0 in 3.1, too.
      const is30 = isOpenApi30(document);
      const corrected = is30 ? { ...schema } : withExclusiveBounds(schema);
      correctText(corrected);
      nameKeywords(corrected);
      encodeVariants(document, corrected);
      encodeReference(document, corrected);
      nameFormat(corrected);
      closeObject(corrected);
      if (is30) nameInheritedFields(document, corrected);
      // Any value is null, too, and express-openapi-validator refuses the keyword beside no type.
      if (is30 && Object.keys(corrected).every(isOfAnyValue)) delete corrected["nullable"];
      correctXml(document, corrected);
      if (isPartial(corrected)) delete corrected.discriminator;
      return corrected;
    },
  });
}

function isOfAnyValue(keyword: string): boolean {
  return keyword === "nullable" || isMetaDataKeyword(keyword);
}

/** Writes extensions as the keywords that they carry. */
function nameKeywords(schema: Schema): void {
  for (const [extension, keyword] of keywords) {
    if (extension in schema) Object.assign(schema, { [keyword]: schema[extension] });
    Reflect.deleteProperty(schema, extension);
  }
}

/** Moves these extensions of a parameter into its schema. The emitter writes them beside it. */
function withExtensionsInSchema(parameter: Part): Part {
  const { schema, ...rest } = parameter;
  const [moved, others] = [true, false].map((isMoved) =>
    Object.fromEntries(Object.entries(rest).filter(([name]) => isOfSchema(name) === isMoved)),
  );
  if (!isSchema(schema) || Object.keys({ ...moved }).length === 0) return parameter;
  // OpenAPI 3.0 ignores what stands beside a reference.
  const own = Object.keys(schema).join() === "$ref" ? { allOf: [schema] } : schema;
  return { ...others, schema: { ...own, ...moved } };
}

type Part = Readonly<Record<string, unknown>>;

function isOfSchema(extension: string): boolean {
  return extension === textPattern || keywords.has(extension);
}

/** Keywords by the extension that carries them: of this library's own decorators, and what the emitter would change. */
const keywords: ReadonlyMap<string, string> = new Map([
  ["x-multiple-of", "multipleOf"],
  ["x-unique-items", "uniqueItems"],
  ["x-min-properties", "minProperties"],
  ["x-max-properties", "maxProperties"],
  [exactDefault, "default"],
]);

/**
 * Moves the encoding of a property (`@encode("unixTimestamp", int32) at: utcDateTime | null`) into the variant that it
 * applies to. The emitter writes it beside the variants, so no value would be valid.
 */
function encodeVariants(document: OpenApiDocument, schema: Schema): void {
  const { type, format, anyOf = [] } = schema;
  const variants = anyOf.map((branch) => resolveSchema(document, branch));
  if (type === undefined || format === undefined || !variants.some(isEncoded)) return;
  const own = format === "base64url" ? { contentEncoding: format } : { format };
  schema.anyOf = variants.map((variant, index) =>
    isEncoded(variant) ? { ...withoutEncoding(variant), type, ...own } : (anyOf[index] ?? variant),
  );
  delete schema.type;
  delete schema.format;
}

/** Replaces a reference to a time or to bytes by its limits, if the property has another encoding, which would contradict it. */
function encodeReference(document: OpenApiDocument, schema: Schema): void {
  const [part, ...others] = schema.$ref === undefined ? (schema.allOf ?? []) : [schema];
  const target = part && others.length === 0 ? resolveSchema(document, part) : undefined;
  if (!target || target === part || schema.type === undefined || !isEncoded(target)) return;
  const { type: _, format: __, contentEncoding: ___, ...limits } = target;
  delete schema.$ref;
  delete schema.allOf;
  Object.assign(schema, { ...limits, ...schema });
}

/** Whether a schema is of a time or of bytes. */
function isEncoded({ type, format, contentEncoding }: Schema): boolean {
  return type === "string" && (encodedFormats.has(format) || contentEncoding === "base64");
}

const encodedFormats: ReadonlySet<unknown> = new Set(["date-time", "duration", "byte"]);

function withoutEncoding({ contentEncoding: _, ...schema }: Schema): Schema {
  return schema;
}

/** Uses the name of the format for HTTP dates in unions, too. */
function nameFormat(schema: Schema): void {
  if (schema.format === "rfc7231") schema.format = "http-date";
}

/** Writes `...Record<never>` as `false`, the usual form. The emitter's form `{ not: {} }` is taken for any schema. */
function closeObject(schema: Schema): void {
  for (const keyword of ["additionalProperties", "unevaluatedProperties"]) {
    const rest = schema[keyword];
    if (isSchema(rest) && isSchema(rest.not) && Object.keys(rest.not).length === 0)
      schema[keyword] = false;
  }
}

/** In OpenAPI 3.0, which has no `unevaluatedProperties`, other fields are all that the same schema does not name. */
function nameInheritedFields(document: OpenApiDocument, schema: Schema): void {
  const { allOf, additionalProperties: others } = schema;
  if (!allOf || !(isSchema(others) ? Object.keys(others).length > 0 : others === false)) return;
  const fields = [...(objectFields(document, schema) ?? [])];
  schema.properties = Object.fromEntries(fields.map(([name, field]) => [name, field.schema]));
}

/**
 * Whether a union with a discriminator has unnamed variants. The mapping can only name components, so the emitter omits
 * these variants. Each variant still validates the discriminator field.
 */
function isPartial({ discriminator, oneOf, anyOf }: Schema): boolean {
  const variants = oneOf ?? anyOf;
  return (
    isSchema(discriminator) &&
    Array.isArray(variants) &&
    variants.some((variant) => isSchema(variant) && variant.$ref === undefined)
  );
}
