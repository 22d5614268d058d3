import { isSchema, type Schema } from "@contract-toolkit/contract";
import { instanceOf } from "../../message-generator/value.ts";

/** A list with so many items: those of a value, and more like them. */
export function withItems(count: number, schema: Schema, value: unknown): unknown[] {
  const items: unknown[] = Array.isArray(value) ? value : [];
  if (schema.uniqueItems === true) return distinctItems(count, schema, items);
  const item = items[0] ?? (isSchema(schema.items) ? instanceOf(schema.items) : 1);
  return Array.from({ length: count }, (_, index) => items[index] ?? item);
}

/** There are fewer if no others are found. The list is then not at the boundary, and no case is made of it. */
function distinctItems(count: number, { items = {} }: Schema, given: unknown[]): unknown[] {
  const minItems = given.length + count;
  const made = instanceOf({ type: "array", items, minItems, uniqueItems: true }) ?? [];
  const distinct = new Map(
    [...given, ...(made as unknown[])].map((item) => [JSON.stringify(item), item]),
  );
  return [...distinct.values()].slice(0, count);
}

/** A list with its first item twice. */
export function twice(value: unknown): unknown[] {
  const items: unknown[] = Array.isArray(value) ? value : [];
  return [...items, items[0]];
}
