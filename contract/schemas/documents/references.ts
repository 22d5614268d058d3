/** What references lead to, and what schemas are made of. */
import {
  formType,
  isObject,
  pointerNames,
  pointerStep,
  referredPointer,
  schemaReference,
  valueAt,
  visitParts,
} from "@contract-toolkit/contract";
import { nearestName } from "@contract-toolkit/contract/spelling";
import { conjunctsOf } from "@contract-toolkit/contract/schema-algebra";
import { withoutNeedlessEscapes } from "../redos/linear.ts";
import { itemsOrEmpty, nodeOrEmpty, nodesIn, type Node } from "./nodes.ts";

/**
 * Brings a document into the form that is read, once for all who read it. References are decoded (RFC 6901, section 6), a
 * discriminator that names a component refers to it, a list of `items` (JSON Schema 2019-09, section 9.3.1.1) is `prefixItems`, and
 * what OpenAPI 3.2 says of the items of a stream and of a whole query is said as in 3.1, and patterns have no needless escapes.
 *
 * @param document is changed
 * @param errorOf is thrown for a reference with a `%` that encodes no character
 */
export function normalizeDocument(
  document: Node,
  errorOf: (message: string, keys: readonly string[]) => Error,
): void {
  // YAML aliases refer to one object.
  const decoded = new Set<unknown>();
  visitParts(document, (node, { keys, kind }) => {
    Object.assign(node, readAs31(node, kind));
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
    if (!isObject(mapping) || decoded.has(mapping)) return;
    decoded.add(mapping);
    for (const key in mapping) decode(mapping, key, [...keys, "mapping"]);
  });
}

function readAs31(node: Node, kind: string): Node {
  const { items, additionalItems = true, itemSchema, content, pattern } = node;
  if (kind === "schema")
    return {
      ...(typeof pattern === "string" && { pattern: withoutNeedlessEscapes(pattern) }),
      ...(Array.isArray(items) && {
        prefixItems: items,
        items: additionalItems,
        additionalItems: undefined,
      }),
    };
  if (kind === "media" && itemSchema !== undefined)
    return { schema: { type: "array", items: itemSchema }, itemSchema: undefined };
  const { schema } = nodeOrEmpty(nodeOrEmpty(content)[formType]);
  return node["in"] === "querystring" && schema !== undefined
    ? { in: "query", style: "form", explode: true, schema, content: undefined }
    : {};
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

/** All schemas that a schema is composed of, each once. */
export function composedOf(schema: Node, document: Node): Node[] {
  return conjunctsOf([schema], (ref) => referredNode(ref, document));
}

/**
 * The object that a value refers to by `$ref` or by an `allOf` of one reference, or the value itself; an empty object if it is not
 * an object.
 */
export function resolveNode(value: unknown, document: Node): Node {
  const node = nodeOrEmpty(value);
  const { $ref, allOf } = node;
  const [first, second] = itemsOrEmpty(allOf);
  const only = second === undefined ? nodeOrEmpty(first)["$ref"] : undefined;
  return referredNode($ref ?? only, document) ?? node;
}

/** The object that a decoded reference leads to, by way of others that only inform; undefined if there is none. */
export function referredNode(reference: unknown, document: Node): Node | undefined {
  const followed = new Set<unknown>();
  for (let at = reference; typeof at === "string" && !followed.has(at);) {
    followed.add(at);
    const found = valueAt(document, at.slice(1));
    if (!isObject(found)) return undefined;
    const isSaid = (key: string) => !/^([$]ref|description|summary|x-.*)$/.test(key);
    if (found["$ref"] === undefined || Object.keys(found).some(isSaid)) return found;
    at = found["$ref"];
  }
  return undefined;
}

/** Where a decoded reference ends that leads to no part, also by way of others; undefined if it leads to one. */
export function strayEnd(reference: unknown, document: Node): string | undefined {
  const followed = new Set<string>();
  for (let at = reference; typeof at === "string";) {
    if (!at.startsWith("#")) return "another file; bundle the document into one file first";
    if (/^#[^/]/.test(at)) return "an anchor; refer by #/… instead";
    if (followed.has(at)) return "itself";
    followed.add(at);
    const part = valueAt(document, at.slice(1));
    if (!isObject(part)) return typeof part === "boolean" ? undefined : nothingAt(at, document);
    at = part["$ref"];
  }
  return undefined;
}

/** What was meant is beside the place, if it has a similar name. */
function nothingAt(reference: string, document: Node): string {
  const [name = "", ...above] = pointerNames(reference.slice(1)).toReversed();
  const place = reference.slice(0, -pointerStep(name).length);
  const others = above.length === 0 ? document : valueAt(document, place.slice(1, -1));
  const meant = nearestName(name, Object.keys(nodeOrEmpty(others)));
  return meant === undefined ? "nothing" : `nothing (did you mean ${place}${pointerStep(meant)}?)`;
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
