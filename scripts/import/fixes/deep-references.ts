import { isObject, pointerNames, valueAt, visitParts } from "@contract-toolkit/contract";
import type { Node } from "@contract-toolkit/schemas/documents/nodes";
import type { Fix } from "./fix.ts";
import { componentNameAt, moveToNamedComponent } from "./names.ts";

/**
 * Moves parts that are referenced by their path to components, because the converter only follows references to
 * components.
 */
export function deepReferences(document: Node): Fix[] {
  const targets = new Set<string>();
  visitParts(document, ({ $ref }) => {
    if (typeof $ref === "string" && isObject(deepTarget($ref, document))) targets.add($ref);
  });
  const places = new Map<string, string>();
  // Inner parts are moved first, because their pointers lead through the outer ones.
  for (const pointer of [...targets].sort((left, right) => right.length - left.length)) {
    const target = deepTarget(pointer, document);
    if (!isObject(target)) continue;
    places.set(
      pointer,
      typeof target["$ref"] === "string"
        ? target["$ref"]
        : moveToComponent(pointer, target, document),
    );
  }
  const finalOf = (pointer: string): string => {
    const next = places.get(pointer);
    return next === undefined ? pointer : finalOf(next);
  };
  visitParts(document, (node) => {
    if (typeof node["$ref"] === "string") node["$ref"] = finalOf(node["$ref"]);
  });
  return [...places.keys()].map((pointer) => ({
    pointer,
    what: `other parts refer to it: moved to ${finalOf(pointer)}`,
    cause: "other parts refer to it: moved",
  }));
}

function deepTarget(pointer: string, document: Node): unknown {
  const isComponent = /^#\/components\/(?!x-)[^/]+\/[^/]+$/.test(pointer);
  return isComponent || !pointer.startsWith("#/") ? undefined : valueAt(document, pointer.slice(1));
}

function moveToComponent(pointer: string, part: Node, document: Node): string {
  const [, kind = "schemas"] = kinds.find(([place]) => place.test(pointer)) ?? [];
  return moveToNamedComponent(part, componentNameAt(pointerNames(pointer)), document, kind);
}

/** The components that the parts of an operation become, by their place. */
const kinds: readonly (readonly [place: RegExp, kind: string])[] = [
  [/\/parameters\/[^/]+$/, "parameters"],
  [/\/responses\/[^/]+$/, "responses"],
  [/\/headers\/[^/]+$/, "headers"],
  [/\/requestBody$/, "requestBodies"],
];
