import {
  mapSubschemas,
  referredName,
  type Schema,
  withOpenUnion,
} from "@contract-toolkit/contract";
import { namesIn, origins } from "./marks.ts";

/** Validates only the variant that the discriminator names, so only its violations are reported. */
export function byDiscriminator(schema: Schema, variantOf: (component: string) => Schema): Schema {
  const { oneOf, anyOf, discriminator, ...rest } = schema;
  const variants = oneOf ?? anyOf ?? [];
  if (!discriminator?.mapping || variants.length === 0)
    return { ...rest, ...(oneOf && { oneOf }), ...(anyOf && { anyOf }) };
  const { propertyName, mapping } = discriminator;
  return {
    ...rest,
    type: "object",
    properties: { [propertyName]: { enum: Object.keys(mapping) } },
    required: [propertyName],
    allOf: Object.entries(mapping).map(([value, target]) => ({
      if: { properties: { [propertyName]: { const: value } }, required: [propertyName] },
      then: variantOf(referredName({ $ref: target }) ?? ""),
    })),
    discriminator: { propertyName },
  };
}

/** Most parts of schemas are shared, so results are kept. */
const known = new WeakMap<Schema, Schema>();

/** A resolved schema as a client reads it, which accepts variants that a newer server may send. */
export function withOpenUnions(schema: Schema): Schema {
  const before = known.get(schema);
  if (before) return before;
  const whole = mapSubschemas(schema, withOpenUnions);
  const variants = whole.oneOf ?? whole.anyOf ?? [];
  // The first component among the origins is the variant, others are its base models.
  const isOf = (component: string) => (variant: Schema) =>
    namesIn(variant[origins]).find((origin) => origin.endsWith("#")) === `open.${component}#`;
  const open = withOpenUnion(
    byDiscriminator(whole, (component) => variants.find(isOf(component)) ?? {}),
  );
  known.set(schema, open);
  return open;
}
