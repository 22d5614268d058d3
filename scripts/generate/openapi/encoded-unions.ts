import { isSchema, type OpenApiDocument, type Schema } from "@contract-toolkit/kernel";

/**
 * Gives the encoding of a property (`@encode("unixTimestamp", int32) at: utcDateTime | null`) to the variant that it is of. The
 * emitter writes it beside the variants, where nothing can be of both.
 */
export function withEncodedVariants(document: OpenApiDocument): OpenApiDocument {
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit);
    if (!isSchema(value)) return;
    encodeVariants(value);
    Object.values(value).forEach(visit);
  };
  visit(document);
  return document;
}

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
