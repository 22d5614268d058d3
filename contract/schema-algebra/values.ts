import { isSchema, type Schema } from "../json-schema/json-schema.ts";

/** A text that is equal for equal values. */
export function canonicalJson(value: unknown): string {
  return value === undefined ? "undefined" : JSON.stringify(value, withSortedNames);
}

/** The first of all values that are equal, or equal in what they are told apart by. */
export function distinct<Value>(
  values: readonly Value[],
  by: (value: Value) => unknown = (value) => value,
): Value[] {
  const groups = Map.groupBy(values, (value) => canonicalJson(by(value)));
  return [...groups.values()].flatMap((equal) => equal.slice(0, 1));
}

function withSortedNames(_: string, value: unknown): unknown {
  if (!isSchema(value)) return value;
  return Object.fromEntries(
    Object.entries(value).sort(([name], [otherName]) => (name < otherName ? -1 : 1)),
  );
}

/** The values that all `enum` and `const` list; undefined if there are none. */
export function allowedValues(schemas: readonly Schema[]): unknown[] | undefined {
  const lists = schemas.flatMap((schema) => [
    ...(schema.enum ? [schema.enum] : []),
    ...("const" in schema ? [[schema.const]] : []),
  ]);
  const [first, ...others] = lists.map(
    (list) => new Map(list.map((value) => [canonicalJson(value), value])),
  );
  if (!first) return undefined;
  return [...first]
    .filter(([json]) => others.every((known) => known.has(json)))
    .map(([, value]) => value);
}
