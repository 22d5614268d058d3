import {
  type OpenApiDocument,
  referredName,
  type Schema,
  schemaReference,
} from "@contract-toolkit/contract";
import { findFreeName } from "@contract-toolkit/schemas/documents/nodes";
import { typeNameOf } from "../modules/names.ts";
import { objectFields } from "./exploded-objects.ts";

/**
 * Adds the discriminator to the variants of a union that has it beside their fields
 * (`@discriminated(#{ envelope: "none" })`). The emitter names the discriminator and refers to the variants as they are.
 */
export function withInlineDiscriminators(document: OpenApiDocument): OpenApiDocument {
  const schemas = document.components?.schemas ?? {};
  for (const [name, union] of Object.entries(schemas)) {
    const { discriminator, oneOf } = union;
    if (!discriminator?.mapping || !oneOf) continue;
    const { propertyName, mapping } = discriminator;
    const lacking = Object.entries(mapping).filter(
      ([, $ref]) => objectFields(document, { $ref })?.has(propertyName) === false,
    );
    const tagged = lacking.map(([value, $ref]) => {
      const variant = referredName({ $ref }) ?? "";
      const component = findFreeName(`${name}${typeNameOf(value)}`, Object.keys(schemas));
      schemas[component] = withTag(schemas[variant] ?? {}, $ref, propertyName, value);
      return [value, schemaReference(component)] as const;
    });
    if (tagged.length === 0) continue;
    const replaced = new Set(lacking.map(([, $ref]) => $ref));
    union.oneOf = [
      ...oneOf.filter(({ $ref = "" }) => !replaced.has($ref)),
      ...tagged.map(([, $ref]) => ({ $ref })),
    ];
    union.discriminator = { propertyName, mapping: { ...mapping, ...Object.fromEntries(tagged) } };
  }
  return document;
}

function withTag(variant: Schema, $ref: string, name: string, value: string): Schema {
  const source = variant["x-source"];
  return {
    type: "object",
    required: [name],
    properties: { [name]: { type: "string", enum: [value] } },
    allOf: [{ $ref }],
    ...(source !== undefined && { "x-source": source }),
  };
}
