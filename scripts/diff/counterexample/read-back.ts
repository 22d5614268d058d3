import { isObject, type Schema } from "@contract-toolkit/contract";
import { allowsType } from "@contract-toolkit/contract/schema-algebra";
import type { Flattener } from "../schemas/flat-schema.ts";

/** Parameters or headers as a receiver reads them: each is sent as a text, unless its schema has a content type. */
export function readBack(message: unknown, schema: Schema, flattener: Flattener): unknown {
  if (!isObject(message)) return message;
  const { properties } = flattener.flat(schema);
  return Object.fromEntries(
    Object.entries(message).map(([name, value]) => {
      const field = properties.get(name);
      return [name, field && !("content" in field) ? readText(value, field, flattener) : value];
    }),
  );
}

function readText(value: unknown, schema: Schema, flattener: Flattener): unknown {
  const { types, items = {} } = flattener.flat(schema);
  if (Array.isArray(value))
    return types.has("array") || value.length !== 1
      ? value.map((item) => readText(item, items, flattener))
      : readText(value[0], schema, flattener);
  if (isObject(value) || value === null) return value;
  const text = typeof value === "string" ? value : JSON.stringify(value);
  if (allowsType(types, "integer") && /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text))
    return Number(text);
  if (types.has("boolean") && /^(true|false)$/.test(text)) return text === "true";
  if (types.has("string")) return text;
  return types.has("array") ? [readText(value, items, flattener)] : value;
}
