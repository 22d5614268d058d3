import { isSchema, type Schema } from "../json-schema/json-schema.ts";

/** A text that is equal for equal values. */
export function textOf(value: unknown): string {
  return value === undefined ? "undefined" : JSON.stringify(value, withSortedNames);
}

function withSortedNames(_: string, value: unknown): unknown {
  if (!isSchema(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** The values that all `enum` and `const` list; undefined if there are none. */
export function valuesOf(schemas: readonly Schema[]): unknown[] | undefined {
  const lists = schemas.flatMap((each) => [
    ...(each.enum ? [each.enum] : []),
    ...("const" in each ? [[each.const]] : []),
  ]);
  const [first, ...others] = lists.map((list) => new Map(list.map((each) => [textOf(each), each])));
  if (!first) return undefined;
  return [...first]
    .filter(([text]) => others.every((other) => other.has(text)))
    .map(([, value]) => value);
}
