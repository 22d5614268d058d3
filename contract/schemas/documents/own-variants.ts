import { schemaReference } from "@contract-toolkit/contract";
import { isMetaDataKeyword } from "@contract-toolkit/contract/schema-algebra";
import { findFreeName, nodeOrEmpty, nodesIn, nodesOf, takeOut, type Node } from "./nodes.ts";
import { resolveNode } from "./references.ts";

interface OwnVariants {
  readonly name: string;
  readonly key: "oneOf" | "anyOf";
  /** A reference to what the variants extend now. */
  readonly base: string;
}

/**
 * Lets the variants of a component that extend it (`allOf`) extend a new component without the variants. Otherwise the component
 * would be a part of itself, and no reader of it would end.
 *
 * @param document is changed
 */
export function separateOwnVariants(document: Node): OwnVariants[] {
  const schemas = nodeOrEmpty(nodeOrEmpty(document["components"])["schemas"]);
  return nodesOf(schemas).flatMap(([name, schema]) => {
    const pointer = schemaReference(name);
    const unions = unionsIn(schema);
    const references = unions.flatMap(({ variants }) =>
      variants.map((variant) => extended(variant, pointer, document)),
    );
    const [first] = unions;
    if (!first || references.flat().length === 0) return [];
    const free = findFreeName(`${name}Base`, Object.keys(schemas));
    const base = schemaReference(free);
    schemas[free] = withoutUnions(schema);
    for (const reference of references.flat()) reference["$ref"] = base;
    const isInEach = first.part === schema && references.every(({ length }) => length > 0);
    if (isInEach)
      takeOut(
        schema,
        ...Object.keys(schema).filter(
          (rule) => rule !== first.key && rule !== "discriminator" && !isMetaDataKeyword(rule),
        ),
      );
    return [{ name, key: first.key, base }];
  });
}

/** The unions of a schema and of what it is joined of in its place. */
function unionsIn(part: Node): { part: Node; key: OwnVariants["key"]; variants: Node[] }[] {
  const key = unionKey(part);
  const own = key === undefined ? [] : [{ part, key, variants: nodesIn(part[key]) }];
  return [...own, ...nodesIn(part["allOf"]).flatMap(unionsIn)];
}

function withoutUnions(part: Node): Node {
  const { [unionKey(part) ?? ""]: _, discriminator, ...own } = part;
  return "allOf" in own ? { ...own, allOf: nodesIn(own["allOf"]).map(withoutUnions) } : own;
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

export function unionKey(schema: Node): "oneOf" | "anyOf" | undefined {
  if (Array.isArray(schema["oneOf"])) return "oneOf";
  return Array.isArray(schema["anyOf"]) ? "anyOf" : undefined;
}
