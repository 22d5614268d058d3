import { isSchema, type Schema } from "contract-kernel";

/** Keywords of a schema, undefined where they are to go. */
export type Untyped = Readonly<Record<string, unknown>>;

/** The schemas in a list of them; none: there is no list. */
export function schemasIn(list: unknown): readonly Schema[] {
  return Array.isArray(list) ? list.filter(isSchema) : [];
}

/** The strings in a list of them. */
export function namesIn(list: unknown): readonly string[] {
  return Array.isArray(list) ? list.filter((name) => typeof name === "string") : [];
}

/** Schemas by the name of their property. */
export function propertiesOf(schema: Schema): readonly [string, Schema][] {
  const { properties } = schema;
  if (!isSchema(properties)) return [];
  return Object.entries(properties).filter((entry): entry is [string, Schema] =>
    isSchema(entry[1]),
  );
}
