import { isObject, valueAt } from "@contract-toolkit/contract";
import { takeOut, type Node } from "@contract-toolkit/schemas/documents/nodes";
import { visitParts } from "../visit-document.ts";
import type { Fix } from "./fix.ts";

/** A reference that leads to nothing says nothing: any value, a response without a body, or no parameter. */
export function fixDanglingReferences(document: Node): Fix[] {
  const fixes: Fix[] = [];
  visitParts(document, (part, pointer) => {
    const { $ref } = part;
    if (typeof $ref !== "string" || isObject(valueAt(document, $ref.slice(1)))) return;
    takeOut(part, "$ref");
    const what = `the reference ${$ref} leads to nothing: removed`;
    fixes.push({ pointer, what, isLoss: true });
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
