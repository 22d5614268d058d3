import { isSchema, type OpenApiDocument, type Schema } from "@contract-toolkit/kernel";

/**
 * Takes away the discriminators of unions that have variants without a name: OpenAPI's mapping names components, so that the
 * emitter leaves these variants out of it. The field that tells them apart is in each of them, and judged there.
 */
export function withoutPartialDiscriminators(document: OpenApiDocument): OpenApiDocument {
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit);
    if (!isSchema(value)) return;
    if (isPartial(value)) delete value.discriminator;
    Object.values(value).forEach(visit);
  };
  visit(document);
  return document;
}

function isPartial({ discriminator, oneOf, anyOf }: Schema): boolean {
  const variants = oneOf ?? anyOf;
  return (
    isSchema(discriminator) &&
    Array.isArray(variants) &&
    variants.some((variant) => isSchema(variant) && variant.$ref === undefined)
  );
}
