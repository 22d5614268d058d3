/** What schemas refer to, and what they are made of. */
import { isObject, valueAt } from "@contract-toolkit/contract";
import { itemsOrEmpty, nodeOrEmpty, nodesIn, type Node } from "./nodes.ts";

/** A schema with all schemas that it refers to, directly or by `allOf`, each once. */
export function composedOf(schema: Node, document: Node): Node[] {
  const all = new Set<Node>([schema]);
  // Iterating a set also visits items that are added meanwhile.
  for (const { $ref, allOf } of all)
    for (const item of [referredNode($ref, document), ...itemsOrEmpty(allOf)])
      if (isObject(item)) all.add(item);
  return [...all];
}

/** Whether a schema is an object, with everything that it is composed of. */
export function isObjectModel(schema: Node, document: Node): boolean {
  const parts = composedOf(schema, document);
  const isOther = ({ type, oneOf, anyOf, enum: values }: Node) =>
    (type !== undefined && type !== "object") || (oneOf ?? anyOf ?? values) !== undefined;
  return (
    !parts.some(isOther) &&
    parts.some((part) => ["properties", "additionalProperties", "type"].some((key) => key in part))
  );
}

/** The object that a value refers to, or the value itself; an empty object if it is not an object. */
export function resolveNode(value: unknown, document: Node): Node {
  const node = nodeOrEmpty(value);
  return referredBy(node, document) ?? node;
}

/** The object that a schema refers to by `$ref` or by an `allOf` of one reference. */
export function referredBy({ $ref, allOf }: Node, document: Node): Node | undefined {
  const [first, second] = itemsOrEmpty(allOf);
  const only = second === undefined ? nodeOrEmpty(first)["$ref"] : undefined;
  return referredNode($ref ?? only, document);
}

/** The object that a reference leads to, whose escapes import has decoded. */
export function referredNode(reference: unknown, document: Node): Node | undefined {
  const found = typeof reference === "string" ? valueAt(document, reference.slice(1)) : undefined;
  return isObject(found) ? found : undefined;
}

/** The parameters of an operation and of its path, of which its own replace those with their name and location. */
export function parameterNodes(
  path: Node,
  operation: Node,
  resolve: (reference: Node) => Node,
): readonly { readonly node: Node; readonly parameter: Node }[] {
  const all = [...nodesIn(path["parameters"]), ...nodesIn(operation["parameters"])].map((node) => {
    const parameter = resolve(node);
    return [
      `${String(parameter["in"])} ${String(parameter["name"])}`,
      { node, parameter },
    ] as const;
  });
  return [...new Map(all).values()];
}
