import type { Schema } from "../json-schema/json-schema.ts";

/** Tells values apart. */
export function textOf(value: unknown): string {
  return value === undefined ? "undefined" : JSON.stringify(value);
}

/** The values that all schemas list (`enum` and `const`); undefined where none lists any. */
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
