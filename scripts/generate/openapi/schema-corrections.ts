import {
  isSchema,
  mapDocumentParts,
  type OpenApiDocument,
  type Schema,
} from "@contract-toolkit/kernel";
import { correctText, withTextInSchema } from "./number-texts.ts";

/**
 * Corrects the emitter's schemas: the place of an encoding in a union, discriminators that omit variants, and objects
 * without other fields.
 */
export function withCorrectedSchemas(document: OpenApiDocument): OpenApiDocument {
  return mapDocumentParts(document, {
    parameter: withTextInSchema,
    schema: (schema) => {
      const corrected = { ...schema };
      correctText(corrected);
      encodeVariants(corrected);
      closeObject(corrected);
      if (isPartial(corrected)) delete corrected.discriminator;
      return corrected;
    },
  });
}

/**
 * Moves the encoding of a property (`@encode("unixTimestamp", int32) at: utcDateTime | null`) into the variant that it
 * applies to. The emitter writes it beside the variants, so no value would be valid.
 */
function encodeVariants(schema: Schema): void {
  const { type, format, anyOf } = schema;
  if (type === undefined || format === undefined || !anyOf?.some(isTime)) return;
  schema.anyOf = anyOf.map((each) => (isTime(each) ? { ...each, type, format } : each));
  delete schema.type;
  delete schema.format;
}

function isTime({ type, format }: Schema): boolean {
  return type === "string" && (format === "date-time" || format === "duration");
}

/** Writes `...Record<never>` as `false`, the usual form. The emitter's form `{ not: {} }` is taken for any schema. */
function closeObject(schema: Schema): void {
  for (const keyword of ["additionalProperties", "unevaluatedProperties"]) {
    const rest = schema[keyword];
    if (isSchema(rest) && isSchema(rest.not) && Object.keys(rest.not).length === 0)
      schema[keyword] = false;
  }
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
