/** Rules about unions of schemas or values. */
import { isObject, schemaReference } from "@contract-toolkit/contract";
import { itemsOrEmpty, type Node } from "@contract-toolkit/schemas/documents/nodes";
import { separateOwnVariants } from "@contract-toolkit/schemas/documents/own-variants";
import { removing, type Fix, type Rule } from "./fix.ts";
import { resolveNode } from "@contract-toolkit/schemas/documents/references";
import { distinct, isMetaDataKeyword } from "@contract-toolkit/contract/schema-algebra";

/**
 * JSON Schema has no empty lists of values or schemas (section 6.1.2 and core, section 10.2.1), and the converted one
 * is not a type.
 */
export const emptyList = removing(
  (schema) => ["enum", "oneOf", "anyOf", "allOf"].filter((key) => isEmptyArray(schema[key])),
  (gone) => `empty ${gone}: removed`,
);

function isEmptyArray(list: unknown): boolean {
  return Array.isArray(list) && list.length === 0;
}

/** A value that fits one of two equal variants of oneOf fits both, so it would be refused. */
export const equalVariants: Rule = (schema, document) => {
  const all = itemsOrEmpty(schema["oneOf"]);
  const rulesOf = (item: unknown) =>
    Object.entries(resolveNode(item, document)).filter(([key]) => !isMetaDataKeyword(key));
  const left = distinct(all, (item) => (isObject(item) ? Object.fromEntries(rulesOf(item)) : item));
  if (left.length === all.length) return undefined;
  schema["oneOf"] = left;
  return "oneOf with the same schema twice: one of them is removed";
};

/** A schema whose variants extend it would be a part of itself. */
export function fixOwnVariants(document: Node): Fix[] {
  return separateOwnVariants(document).map(({ name, key, base }) => ({
    pointer: schemaReference(name),
    what: `${key} of schemas that extend this one: they extend ${base} now`,
  }));
}
