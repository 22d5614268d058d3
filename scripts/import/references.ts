/** What schemas refer to, and what they are made of. */
import { isObject, valueAt } from "@contract-toolkit/kernel";
import { itemsOf, nodeOf, type Node } from "../documents/nodes.ts";

/** A schema with those that it refers to, itself or by `allOf`, each of them once. */
export function composedOf(schema: Node, document: Node): Node[] {
  const all = new Set<Node>([schema]);
  // What is added while it is gone through is gone through as well.
  for (const { $ref, allOf } of all) {
    const referred = typeof $ref === "string" ? valueAt(document, $ref.slice(1)) : undefined;
    for (const each of [referred, ...itemsOf(allOf)]) if (isObject(each)) all.add(each);
  }
  return [...all];
}

/** Whether a schema, with all that it is made of, is an object. */
export function isModel(schema: Node, document: Node): boolean {
  const parts = composedOf(schema, document);
  const isOther = ({ type, oneOf, anyOf, enum: values }: Node) =>
    (type !== undefined && type !== "object") || (oneOf ?? anyOf ?? values) !== undefined;
  return (
    !parts.some(isOther) &&
    parts.some((each) => ["properties", "additionalProperties", "type"].some((key) => key in each))
  );
}

/** What a value refers to, or else itself; an empty object where it is none. */
export function resolved(value: unknown, document: Node): Node {
  const node = nodeOf(value);
  return referredBy(node, document) ?? node;
}

/** What a schema refers to, alone or in a list of one. */
export function referredBy({ $ref, allOf }: Node, document: Node): Node | undefined {
  const [first, second] = itemsOf(allOf);
  const reference = $ref ?? (second === undefined ? nodeOf(first)["$ref"] : undefined);
  const found = typeof reference === "string" ? valueAt(document, reference.slice(1)) : undefined;
  return isObject(found) ? found : undefined;
}
