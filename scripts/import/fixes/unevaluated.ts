/** Rules about what a schema says of the fields and items that its parts do not describe. */
import { takeOut } from "@contract-toolkit/schemas/documents/nodes";
import type { Rule } from "./fix.ts";

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
