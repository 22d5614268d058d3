import type { Schema } from "../schemas/json-schema.ts";

/** A field, or a parameter, with what the library's decorators say of it. */
type DecoratedField = Pick<Schema, "x-requires" | "x-at-most" | "x-required-when">;

/**
 * What `@requires`, `@requiredWhen` and `@atMost` say of fields, as keywords of the object that has them.
 *
 * @example
 * fieldRules([["from", { "x-at-most": "to" }]]); // { atMost: { from: "to" } }
 */
export function fieldRules(
  fields: readonly (readonly [name: string, field: DecoratedField])[],
): Pick<Schema, "dependentRequired" | "atMost" | "allOf"> {
  const requires = new Map<string, readonly string[]>();
  const limits = new Map<string, string>();
  const allOf: Schema[] = [];
  for (const [name, field] of fields) {
    const when = field["x-required-when"];
    if (field["x-requires"]) requires.set(name, field["x-requires"]);
    if (field["x-at-most"]) limits.set(name, field["x-at-most"]);
    if (when)
      allOf.push({
        if: { properties: { [when.property]: { enum: when.values } }, required: [when.property] },
        then: { required: [name] },
      });
  }
  return {
    ...(requires.size > 0 && { dependentRequired: Object.fromEntries(requires) }),
    ...(limits.size > 0 && { atMost: Object.fromEntries(limits) }),
    ...(allOf.length > 0 && { allOf }),
  };
}
