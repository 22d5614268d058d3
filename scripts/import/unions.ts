/** Rules about unions of schemas or values. */
import { isDeepStrictEqual } from "node:util";
import { isObject } from "@contract-toolkit/kernel";
import { itemsOf } from "../documents/nodes.ts";
import { removing, type Rule } from "./fix.ts";
import { withoutTexts } from "./visit-document.ts";
import { resolved } from "./references.ts";

/**
 * JSON Schema has no empty lists of values or schemas (section 6.1.2 and core, section 10.2.1), and the converted one
 * is not a type.
 */
export const emptyList = removing(
  (schema) => ["enum", "oneOf", "anyOf", "allOf"].filter((key) => isEmpty(schema[key])),
  (gone) => `empty ${gone}: removed`,
);

function isEmpty(list: unknown): boolean {
  return Array.isArray(list) && list.length === 0;
}

/** A value that fits one of two equal variants of oneOf fits both, so it would be refused. */
export const equalVariants: Rule = (schema, document) => {
  const { oneOf } = schema;
  if (!Array.isArray(oneOf)) return undefined;
  const variants = itemsOf(oneOf).map((each) =>
    isObject(each) ? withoutTexts(resolved(each, document)) : each,
  );
  const isFirst = (at: number) =>
    variants.findIndex((each) => isDeepStrictEqual(each, variants[at])) === at;
  const left = itemsOf(oneOf).filter((_, at) => isFirst(at));
  if (left.length === oneOf.length) return undefined;
  schema["oneOf"] = left;
  return "oneOf with the same schema twice: one of them is removed";
};
