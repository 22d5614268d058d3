/** What references lead to, and what schemas are made of. */
import {
  isObject,
  referredPointer,
  schemaReference,
  valueAt,
  visitParts,
} from "@contract-toolkit/contract";
import { itemsOrEmpty, nodeOrEmpty, nodesIn, type Node } from "./nodes.ts";

/**
 * Decodes the references within a document, once for all who follow them (RFC 6901, section 6). A discriminator may name a
 * component; now it refers to it.
 *
 * @param document is changed
 * @param errorOf is thrown for a reference with a `%` that encodes no character
 */
export function decodeReferences(
  document: Node,
  errorOf: (message: string, keys: readonly string[]) => Error,
): void {
  visitParts(document, (node, { keys }) => {
    const { mapping } = node;
    const decode = (holder: Node, key: string, path: readonly string[]) => {
      const ref = holder[key];
      if (typeof ref !== "string") return;
      try {
        if (ref.startsWith("#")) holder[key] = `#${referredPointer(ref)}`;
        else if (holder === mapping) holder[key] = referenceTo(ref);
      } catch {
        throw errorOf(`${ref} has a % that encodes no character.`, [...path, key]);
      }
    };
    decode(node, "$ref", keys);
    if (isObject(mapping)) for (const key in mapping) decode(mapping, key, [...keys, "mapping"]);
  });
}

/** The reference to a component, which is given or named. */
export function referenceTo(target: string): string {
  return /[#/]/.test(target) ? target : schemaReference(target);
}

/** The values of a discriminator that are mapped to a reference. */
export function mappedValues(discriminator: unknown, reference: unknown): string[] {
  return Object.entries(nodeOrEmpty(nodeOrEmpty(discriminator)["mapping"])).flatMap(
    ([value, target]) => (target === reference ? [value] : []),
  );
}

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

/** The object that a decoded reference leads to, by way of others that say nothing else; undefined if there is none. */
export function referredNode(reference: unknown, document: Node): Node | undefined {
  const followed = new Set<unknown>();
  for (let at = reference; typeof at === "string" && !followed.has(at);) {
    followed.add(at);
    const found = valueAt(document, at.slice(1));
    if (!isObject(found)) return undefined;
    const { $ref, ...own } = found;
    if ($ref === undefined || Object.keys(own).length > 0) return found;
    at = $ref;
  }
  return undefined;
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
