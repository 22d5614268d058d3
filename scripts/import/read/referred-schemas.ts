/** Schemas outside of the components, which references name all the same: `#/definitions/Item`, `#/x-stream-definitions/Item`. */
import { pointerNames, isObject, valueAt } from "@contract-toolkit/contract";
import type { Node } from "@contract-toolkit/schemas/documents/nodes";
import { referencesIn } from "./external-references.ts";

/**
 * Moves such schemas to the components, where import looks for schemas, and names them as they are named.
 *
 * @param document is changed
 */
export function moveSchemasToComponents(document: Node): void {
  const moved = new Map<string, string>();
  const components = nodeIn(document, "components");
  for (let left = outside(document); left.length > 0; left = outside(document))
    for (const { node, ref } of left) {
      const schemas = nodeIn(components, "schemas");
      let name = moved.get(ref) ?? pointerNames(ref.slice(1)).at(-1) ?? "";
      while (!moved.has(ref) && Object.hasOwn(schemas, name)) name += "_";
      moved.set(ref, name);
      schemas[name] = valueAt(document, ref.slice(1));
      node["$ref"] = `#/components/schemas/${name}`;
    }
}

function outside(document: Node) {
  return referencesIn(document).filter(
    ({ ref }) =>
      /^#\/(definitions|x-[^/]+)\/[^/]+$/.test(ref) && isObject(valueAt(document, ref.slice(1))),
  );
}

function nodeIn(parent: Node, name: string): Node {
  const found = parent[name];
  if (isObject(found)) return found;
  const made: Node = {};
  parent[name] = made;
  return made;
}
