import {
  isObject,
  schemaProperties,
  referredName,
  type Schema,
} from "@contract-toolkit/contract/messages";

/** What all schemas that may apply to a value say together: referenced schemas, parts and alternatives. */
export interface Shape {
  readonly parts: readonly Schema[];
  readonly fields: ReadonlyMap<string, Schema>;
  /** Schema of fields with any other name. */
  readonly others: Schema | undefined;
  readonly items: Schema | undefined;
}

/** Makes a function that finds the shape of a schema, with a cache. References lead to the components, by name. */
export function createShapes(
  components: Readonly<Record<string, Schema>>,
): (schema: Schema) => Shape {
  const shapes = new Map<Schema, Shape>();
  function collectConjuncts(schema: Schema, parts: Set<Schema>): ReadonlySet<Schema> {
    if (parts.has(schema)) return parts;
    parts.add(schema);
    const { allOf = [], anyOf = [], oneOf = [] } = schema;
    const referred = components[referredName(schema) ?? ""];
    for (const schema of [...(referred ? [referred] : []), ...allOf, ...anyOf, ...oneOf])
      collectConjuncts(schema, parts);
    return parts;
  }
  // The same alternatives give the same schema, so a recursive schema has finitely many shapes.
  const ids = new Map<Schema, number>();
  const alternatives = new Map<string, Schema>();
  function eitherOf(given: readonly unknown[]): Schema | undefined {
    const anyOf = [...new Set(given.filter((value) => isObject(value)))];
    if (anyOf.length < 2) return anyOf[0];
    for (const branch of anyOf) ids.set(branch, ids.get(branch) ?? ids.size);
    const key = anyOf.map((branch) => ids.get(branch)).join();
    const either = alternatives.get(key) ?? { anyOf };
    alternatives.set(key, either);
    return either;
  }

  function mergeShapes(parts: readonly Schema[]): Shape {
    const named = Map.groupBy(parts.flatMap(schemaProperties), ([name]) => name);
    const fields = new Map<string, Schema>();
    for (const [name, own] of named)
      fields.set(name, eitherOf(own.map(([, schema]) => schema)) ?? {});
    return {
      parts,
      fields,
      others: eitherOf(parts.map(({ additionalProperties }) => additionalProperties)),
      items: eitherOf(parts.map(({ items }) => items)),
    };
  }

  return (schema) => {
    const shape = shapes.get(schema) ?? mergeShapes([...collectConjuncts(schema, new Set())]);
    shapes.set(schema, shape);
    return shape;
  };
}
