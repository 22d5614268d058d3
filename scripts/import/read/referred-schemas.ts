/** References in the form that import follows. Schemas may be outside of the components: `#/definitions/Item`, `#/x-stream-definitions/Item`. */
import { isObject, referredName, schemaReference } from "@contract-toolkit/contract";
import {
  findFreeName,
  nodeOrEmpty,
  nodesOf,
  type Node,
} from "@contract-toolkit/schemas/documents/nodes";
import { referredNode, resolveNode } from "@contract-toolkit/schemas/documents/references";

/**
 * Puts shared path items where they are used.
 *
 * @param document is changed
 */
export function inlinePathItems(document: Node): void {
  const paths = nodeOrEmpty(document["paths"]);
  for (const [path, { $ref, ...own }] of nodesOf(paths))
    if ($ref !== undefined)
      paths[path] = { ...structuredClone(resolveNode({ $ref }, document)), ...own };
}

/**
 * Moves the schema of such a reference to the components, where import looks for schemas, and names it as it is named.
 *
 * @param document is changed
 */
export function movesToComponents(document: Node): (reference: Node) => void {
  const moved = new Map<string, string>();
  return (node) => {
    const ref = String(node["$ref"]);
    const isOutside = /^#\/(definitions|x-[^/]+)\/[^/]+$/.test(ref);
    const referred = isOutside ? referredNode(ref, document) : undefined;
    if (!referred) return;
    const schemas = nodeIn(nodeIn(document, "components"), "schemas");
    const name = moved.get(ref) ?? findFreeName(referredName(node) ?? "", Object.keys(schemas));
    moved.set(ref, name);
    schemas[name] = referred;
    node["$ref"] = schemaReference(name);
  };
}

function nodeIn(parent: Node, name: string): Node {
  const found = parent[name];
  if (isObject(found)) return found;
  const made: Node = {};
  parent[name] = made;
  return made;
}
