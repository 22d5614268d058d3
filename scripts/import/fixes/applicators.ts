/** Rules about what a schema says of its fields and items. */
import { distinct } from "@contract-toolkit/contract/schema-algebra";
import { itemsOrEmpty, takeOut } from "@contract-toolkit/schemas/documents/nodes";
import type { Rule } from "./fix.ts";

/** JSON Schema 2020-12, section 10.3.1.1. A list of TypeSpec has one type for all its items. */
export const prefixItems: Rule = (schema) => {
  const { prefixItems: places, items, maxItems } = schema;
  if (!Array.isArray(places) && items !== false) return undefined;
  const kinds = [...itemsOrEmpty(places), ...(items === false ? [] : [items ?? {}])];
  const [kind = {}, ...others] = distinct(kinds);
  takeOut(schema, "prefixItems");
  schema["items"] = others.length > 0 ? { anyOf: [kind, ...others] } : kind;
  if (items === false)
    schema["maxItems"] = Math.min(itemsOrEmpty(places).length, Number(maxItems ?? Infinity));
  return places === undefined
    ? "items: false: now maxItems: 0"
    : "prefixItems: now every item may be as each of them";
};

/**
 * JSON Schema 2020-12, section 11. The parts of a schema become one model of TypeSpec, whose other fields are those that
 * no part describes.
 */
export const unevaluated: Rule = (schema) => {
  for (const [key, plain] of keywords) {
    const value = schema[key];
    if (value === undefined) continue;
    takeOut(schema, key);
    schema[plain] ??= value;
  }
  return undefined;
};

const keywords = [
  ["unevaluatedProperties", "additionalProperties"],
  ["unevaluatedItems", "items"],
] as const;
