import { isSchema, type OpenApiDocument, type Schema } from "@contract-toolkit/kernel";
import { correctText } from "./number-texts.ts";

/** Corrects the emitter's unions: the place of an encoding, and discriminators that omit variants. */
export function withCorrectedUnions(document: OpenApiDocument): OpenApiDocument {
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit);
    if (!isSchema(value)) return;
    correctText(value);
    nameLimits(value);
    encodeVariants(value);
    if (isPartial(value)) delete value.discriminator;
    Object.values(value).forEach(visit);
  };
  visit(document);
  return document;
}

/** Gives the limits that only this library has decorators for the names of their keywords. */
function nameLimits(schema: Schema): void {
  for (const [extension, keyword] of limits) {
    if (!(extension in schema)) continue;
    Object.assign(schema, { [keyword]: schema[extension] });
    Reflect.deleteProperty(schema, extension);
  }
}

const limits = [
  ["x-multiple-of", "multipleOf"],
  ["x-unique-items", "uniqueItems"],
  ["x-min-properties", "minProperties"],
  ["x-max-properties", "maxProperties"],
] as const;

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
