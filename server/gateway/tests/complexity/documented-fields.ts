import { isSchema, schemaProperties, type Schema } from "@contract-toolkit/contract";
import { nodesIn } from "@contract-toolkit/schemas/documents/nodes";

/** Recursive schemas are followed to this depth. */
const DEEPEST = 12;

/**
 * The keys to every documented place of a schema and to an undocumented field of each object. Lists are represented by
 * their first item, maps by the name `any`.
 */
export function placesIn(schema: Schema): readonly (readonly string[])[] {
  const found = new Map<string, readonly string[]>();
  const visit = (schema: Schema, at: readonly string[]): void => {
    if (at.length > DEEPEST) return;
    found.set(at.join("\0"), at);
    for (const branch of ["anyOf", "oneOf", "allOf"].flatMap((keyword) => nodesIn(schema[keyword])))
      visit(branch, at);
    for (const [field, inner] of schemaProperties(schema)) visit(inner, [...at, field]);
    if (isSchema(schema["properties"])) visit({}, [...at, "undocumented"]);
    for (const keyword of ["additionalProperties", "unevaluatedProperties"]) {
      const inner = schema[keyword];
      if (isSchema(inner)) visit(inner, [...at, "any"]);
    }
    if (isSchema(schema.items)) visit(schema.items, [...at, "0"]);
  };
  visit(schema, []);
  return [...found.values()];
}

/** Every pattern in a schema. */
export function patternsIn(schema: Schema): string[] {
  const found = new Set<string>();
  JSON.stringify(schema, (key, value: unknown) => {
    if (key === "pattern" && typeof value === "string") found.add(value);
    return value;
  });
  return [...found];
}

/** Puts a value at a place in a copy. Missing objects and lists on the way are created. */
export function put(value: unknown, [key, ...rest]: readonly string[], inner: unknown): unknown {
  if (key === undefined) return inner;
  if (key === "0") {
    const items: unknown[] = Array.isArray(value) ? value : [];
    return [put(items[0], rest, inner), ...items.slice(1)];
  }
  const object = isSchema(value) ? value : {};
  return { ...object, [key]: put(object[key], rest, inner) };
}
