/** References in the form that import follows. Their schemas may be outside of the components: `#/definitions/Item`, `#/x-stream-definitions/Item`. */
import { isObject, referredName, referredPointer } from "@contract-toolkit/contract";
import { nodeOrEmpty, nodesOf, type Node } from "@contract-toolkit/schemas/documents/nodes";
import { UsageError } from "@contract-toolkit/schemas/usage-error";
import { referredNode, resolveNode } from "@contract-toolkit/schemas/documents/references";
import { visitParts } from "../visit-document.ts";
import { referencesIn } from "./external-references.ts";

/**
 * Decodes the references within a document, once for all who follow them, and puts shared path items where they are used.
 *
 * @param document is changed
 * @param describe the place of a member, for errors
 * @throws {UsageError} if a reference cannot be decoded
 */
export function decodeReferences(
  document: Node,
  describe: (path: readonly string[]) => string,
): void {
  visitParts(document, (node, _, keys) => {
    const decode = (holder: Node, key: string, path: readonly string[]) => {
      holder[key] = decoded(holder[key], () => describe(path));
    };
    if ("$ref" in node) decode(node, "$ref", [...keys, "$ref"]);
    const { mapping } = node;
    if (isObject(mapping))
      for (const key in mapping) decode(mapping, key, [...keys, "mapping", key]);
  });
  const paths = nodeOrEmpty(document["paths"]);
  for (const [path, { $ref, ...own }] of nodesOf(paths))
    if ($ref !== undefined)
      paths[path] = { ...structuredClone(resolveNode({ $ref }, document)), ...own };
}

function decoded(ref: unknown, describe: () => string): unknown {
  if (typeof ref !== "string" || !ref.startsWith("#")) return ref;
  try {
    return `#${referredPointer(ref)}`;
  } catch {
    throw new UsageError(`${describe()}: ${ref} has a % that encodes no character.`);
  }
}

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
      let name = moved.get(ref) ?? referredName({ $ref: ref }) ?? "";
      while (!moved.has(ref) && Object.hasOwn(schemas, name)) name += "_";
      moved.set(ref, name);
      schemas[name] = referredNode(ref, document);
      node["$ref"] = `#/components/schemas/${name}`;
    }
}

function outside(document: Node) {
  return referencesIn(document).filter(
    ({ ref }) => /^#\/(definitions|x-[^/]+)\/[^/]+$/.test(ref) && referredNode(ref, document),
  );
}

function nodeIn(parent: Node, name: string): Node {
  const found = parent[name];
  if (isObject(found)) return found;
  const made: Node = {};
  parent[name] = made;
  return made;
}
