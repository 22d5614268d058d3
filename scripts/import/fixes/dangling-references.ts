import { isObject, visitParts } from "@contract-toolkit/contract";
import { takeOut, type Node } from "@contract-toolkit/schemas/documents/nodes";
import { strayEnd } from "@contract-toolkit/schemas/documents/references";
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
