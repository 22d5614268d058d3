import { isSchema, type OpenApiDocument, type Schema } from "@contract-toolkit/kernel";

/** Corrects what the emitter writes of unions: where an encoding stands, and discriminators that leave variants out. */
export function withCorrectedUnions(document: OpenApiDocument): OpenApiDocument {
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit);
    if (!isSchema(value)) return;
    encodeVariants(value);
    if (isPartial(value)) delete value.discriminator;
    Object.values(value).forEach(visit);
  };
  visit(document);
  return document;
}

/**
 * Gives the encoding of a property (`@encode("unixTimestamp", int32) at: utcDateTime | null`) to the variant that it is of. The
 * emitter writes it beside the variants, where nothing can be of both.
 */
function encodeVariants(schema: Schema): void {
  const { type, format, anyOf } = schema;
  if (type === undefined || format === undefined || !anyOf?.some(isTime)) return;
  schema.anyOf = anyOf.map((each) => (isTime(each) ? { ...each, type, format } : each));
  delete schema.type;
  delete schema.format;
}

/** What can be encoded in another way is emitted in its own form. */
function isTime({ type, format }: Schema): boolean {
  return type === "string" && (format === "date-time" || format === "duration");
}

/**
 * Whether a discriminator is of a union that has variants without a name: OpenAPI's mapping names components, so that the
 * emitter leaves these variants out of it. The field that tells them apart is in each of them, and judged there.
 */
function isPartial({ discriminator, oneOf, anyOf }: Schema): boolean {
  const variants = oneOf ?? anyOf;
  return (
    isSchema(discriminator) &&
    Array.isArray(variants) &&
    variants.some((variant) => isSchema(variant) && variant.$ref === undefined)
  );
}
