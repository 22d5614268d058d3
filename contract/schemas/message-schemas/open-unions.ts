import { mapSubschemas, type Schema } from "@contract-toolkit/contract";

/** Most parts of schemas are shared, so results are kept. */
const known = new WeakMap<Schema, Schema>();

/**
 * A resolved schema that also accepts objects whose discriminator is missing or names no documented variant, as a client does:
 * a service can add variants.
 */
export function withOpenUnions(schema: Schema): Schema {
  const before = known.get(schema);
  if (before) return before;
  const whole = mapSubschemas(schema, withOpenUnions);
  const { mapping, propertyName = "" } = whole.discriminator ?? {};
  const isKnown: Schema = {
    required: [propertyName],
    properties: { [propertyName]: { enum: Object.keys(mapping ?? {}) } },
  };
  const open = mapping ? { anyOf: [whole, { type: "object", not: isKnown }] } : whole;
  known.set(schema, open);
  return open;
}
