/** What import looks for in an OpenAPI document. */
import { isObject } from "@contract-toolkit/contract";
import { nodeOrEmpty, type Node } from "@contract-toolkit/schemas/documents/nodes";
import { walkValues } from "./values.ts";

/** The members of a path that are operations which TypeSpec has. */
export const methods: ReadonlySet<string> = new Set([
  ...["get", "put", "post", "patch", "delete", "head"],
]);

/** The named schemas of a document. */
export function componentSchemas({ components }: Node): Node {
  return nodeOrEmpty(nodeOrEmpty(components)["schemas"]);
}

/** Visits every object of a document once, outer objects first. */
export function everyObject(document: Node, visit: (node: Node) => void): void {
  visit(document);
  for (const { value } of walkValues(document)) if (isObject(value)) visit(value);
}
