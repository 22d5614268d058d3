/** Rules about unions of schemas or values. */
import { isDeepStrictEqual } from "node:util";
import { isObject } from "@contract-toolkit/contract";
import {
  itemsOrEmpty,
  nodesIn,
  nodesOf,
  takeOut,
  type Node,
} from "@contract-toolkit/schemas/documents/nodes";
import { removing, type Fix, type Rule } from "./fix.ts";
import { moveToNamedComponent } from "./names.ts";
import { resolveNode } from "@contract-toolkit/schemas/documents/references";
import { componentSchemas, withoutTexts } from "../visit-document.ts";
import { isAnnotationOnly, unionKey } from "../write/plain-schema.ts";

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
  const { oneOf } = schema;
  if (!Array.isArray(oneOf)) return undefined;
  const variants = itemsOrEmpty(oneOf).map((item) =>
    isObject(item) ? withoutTexts(resolveNode(item, document)) : item,
  );
  const isFirst = (at: number) =>
    variants.findIndex((variant) => isDeepStrictEqual(variant, variants[at])) === at;
  const left = itemsOrEmpty(oneOf).filter((_, at) => isFirst(at));
  if (left.length === oneOf.length) return undefined;
  schema["oneOf"] = left;
  return "oneOf with the same schema twice: one of them is removed";
};

/** A schema whose variants extend it would be a part of itself, so they extend a schema without the variants. */
export function fixOwnVariants(document: Node): Fix[] {
  return nodesOf(componentSchemas(document)).flatMap(([name, schema]) => {
    const key = unionKey(schema);
    if (key === undefined) return [];
    const pointer = `#/components/schemas/${name}`;
    const references = nodesIn(schema[key]).map((variant) => extended(variant, pointer, document));
    if (references.flat().length === 0) return [];
    const { [key]: _, discriminator, ...own } = schema;
    const base = moveToNamedComponent({ ...own }, `${name}Base`, document);
    for (const reference of references.flat()) reference["$ref"] = base;
    const isInEach = references.every(({ length }) => length > 0);
    if (isInEach)
      takeOut(schema, ...Object.keys(own).filter((key) => !isAnnotationOnly({ [key]: 0 })));
    return [{ pointer, what: `${key} of schemas that extend this one: they extend ${base} now` }];
  });
}

/** The references to a schema among what another extends. */
function extended(
  schema: Node,
  $ref: string,
  document: Node,
  seen: ReadonlySet<Node> = new Set(),
): Node[] {
  if (schema["$ref"] === $ref) return [schema];
  const target = resolveNode(schema, document);
  if (seen.has(target)) return [];
  const visited = new Set([...seen, target]);
  return nodesIn(target["allOf"]).flatMap((part) => extended(part, $ref, document, visited));
}
