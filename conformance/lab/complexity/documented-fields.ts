import { isSchema, propertiesOf, type Schema } from "@contract-toolkit/kernel";
import { listed } from "../../message-schemas/schema.ts";

/** A place in a message: the keys to it, and all schemas that describe it. */
export interface DocumentedField {
  readonly keys: readonly string[];
  readonly schema: Schema;
}

/** Every place that a schema documents, itself first; of a list its first item, of any name the name `any`. */
export function documentedFieldsIn(
  schema: Schema,
  keys: readonly string[] = [],
): DocumentedField[] {
  const found = new Map<string, DocumentedField>();
  const visit = (each: Schema, at: readonly string[]): void => {
    // What is documented without end is asked about at its first levels.
    if (at.length > DEEPEST) return;
    const name = JSON.stringify(at);
    if (!found.has(name)) found.set(name, { keys: at, schema: each });
    for (const branch of ["anyOf", "oneOf", "allOf"].flatMap((keyword) => listed(each[keyword])))
      visit(branch, at);
    for (const [field, inner] of propertiesOf(each)) visit(inner, [...at, field]);
    for (const keyword of ["additionalProperties", "unevaluatedProperties"]) {
      const inner = each[keyword];
      if (isSchema(inner)) visit(inner, [...at, "any"]);
    }
    if (isSchema(each.items)) visit(each.items, [...at, "0"]);
  };
  visit(schema, keys);
  return [...found.values()];
}

const DEEPEST = 12;

/** Every pattern in a schema. */
export function patternsIn(schema: Schema): string[] {
  const found = new Set<string>();
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit);
    if (!isSchema(value)) return;
    if (typeof value.pattern === "string") found.add(value.pattern);
    Object.values(value).forEach(visit);
  };
  visit(schema);
  return [...found];
}

/** A copy of a value with another one at a place, and with the objects and lists that lead there. */
export function put(value: unknown, [key, ...rest]: readonly string[], inner: unknown): unknown {
  if (key === undefined) return inner;
  if (key === "0") {
    const items: unknown[] = Array.isArray(value) ? value : [];
    return [put(items[0], rest, inner), ...items.slice(1)];
  }
  const object = isSchema(value) ? value : {};
  return { ...object, [key]: put(object[key], rest, inner) };
}
