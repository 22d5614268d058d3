import { isObject, visitParts } from "@contract-toolkit/contract";
import {
  itemsOrEmpty,
  nodeOrEmpty,
  stringOrUndefined,
  takeOut,
  type Node,
} from "@contract-toolkit/schemas/documents/nodes";
import { referredNode, strayEnd } from "@contract-toolkit/schemas/documents/references";
import type { Fix } from "./fix.ts";

/** A reference that leads to nothing, or back to itself, says nothing: any value, a response without a body, or no parameter. */
export function fixDanglingReferences(document: Node): Fix[] {
  const fixes: Fix[] = [];
  visitParts(document, (part, place) => {
    const { $ref } = part;
    const end = strayEnd($ref, document);
    if (end === undefined) return;
    takeOut(part, "$ref");
    const what = `the reference ${String($ref)} leads to ${end}: removed`;
    fixes.push({ pointer: place.pointer, what, isLoss: true });
  });
  const isGone = (parameter: unknown) =>
    isObject(parameter) && !("$ref" in parameter) && !("name" in parameter);
  if (fixes.length > 0)
    visitParts(document, (part) => {
      const { parameters } = part;
      if (Array.isArray(parameters))
        part["parameters"] = parameters.filter((parameter) => !isGone(parameter));
    });
  return fixes;
}

/** A schema that is a part of itself by way of others has no end for validators (JSON Schema, section 9.4.1). */
export function fixLoops(document: Node): Fix[] {
  const fixes: Fix[] = [];
  const done = new Set<Node>();
  const visit = (schema: Node, pointer: string, within: readonly Node[]): void => {
    if (done.has(schema)) return;
    done.add(schema);
    const around = [...within, schema];
    for (const key of ["allOf", "anyOf", "oneOf"]) {
      const parts = itemsOrEmpty(schema[key]);
      const left = parts.filter((part) => {
        const { $ref } = nodeOrEmpty(part);
        const target = referredNode($ref, document) ?? nodeOrEmpty(part);
        if (around.includes(target)) return false;
        visit(target, stringOrUndefined($ref) ?? pointer, around);
        return true;
      });
      if (left.length === parts.length) continue;
      schema[key] = left;
      if (left.length === 0) takeOut(schema, key);
      const what = `${key} with a schema that has this one as a part: removed`;
      fixes.push({ pointer, what, isLoss: true });
    }
  };
  visitParts(document, (part, { kind, pointer }) => {
    if (kind === "schema") visit(part, pointer, []);
  });
  return fixes;
}
