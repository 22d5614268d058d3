import { isSchema, type Schema, schemaReference } from "@contract-toolkit/contract";
import { asSchema, followReference, type Resolve } from "@contract-toolkit/contract/schema-algebra";
import { nodeOrEmpty, nodesOf, type Node } from "@contract-toolkit/schemas/documents/nodes";
import { unwrapped, valuesNaming } from "./to-json-schema.ts";

/** Components that extend another one (`allOf`), by the reference to the extended one: their references and own parts. */
type Heirs = ReadonlyMap<string, readonly (readonly [ref: string, own: Schema])[]>;

export function heirsOf(document: Node): Heirs {
  const heirs = nodesOf(nodeOrEmpty(document["components"])["schemas"]).flatMap(([name, heir]) => {
    const parts: readonly unknown[] = Array.isArray(heir["allOf"]) ? heir["allOf"] : [];
    return parts.flatMap((part) => {
      const { $ref } = unwrapped(nodeOrEmpty(part));
      if (typeof $ref !== "string") return [];
      const own = { ...heir, allOf: parts.filter((value) => value !== part) } as Schema;
      return [{ $ref, heir: [schemaReference(name), own] as const }];
    });
  });
  const groups = Map.groupBy(heirs, ({ $ref }) => $ref);
  return new Map([...groups].map(([ref, list]) => [ref, list.map(({ heir }) => heir)]));
}

/**
 * Adds what the discriminator of a schema means for the components that extend it: its value names one of them, and requires
 * its parts. OpenAPI 3.0 and 3.1, Discriminator Object.
 *
 * @param resolve finds the schema of the discriminator's field, which may list the values itself
 */
export function withHeirs(
  schema: Schema,
  heirs: readonly (readonly [ref: string, own: Schema])[],
  resolve: Resolve,
): Schema {
  const { discriminator, oneOf, anyOf, properties = {} } = schema;
  if (heirs.length === 0 || !isSchema(discriminator) || oneOf || anyOf) return schema;
  const { propertyName, mapping = {} } = discriminator;
  const named = heirs.flatMap(([ref, own]) =>
    valuesNaming(discriminator, ref).map((value) => [value, own] as const),
  );
  const conditions = named.map(([value, own]): Schema => ({
    if: { properties: { [propertyName]: { const: value } }, required: [propertyName] },
    then: own,
  }));
  const field = followReference(asSchema(properties[propertyName]), resolve);
  const values = [...new Set([...Object.keys(mapping), ...named.map(([value]) => value)])];
  const listed = field.enum || "const" in field ? {} : { [propertyName]: { enum: values } };
  return { ...schema, allOf: [...(schema.allOf ?? []), { properties: listed }, ...conditions] };
}
