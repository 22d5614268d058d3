/** What import looks for in an OpenAPI document. */
import { nodeOrEmpty, type Node } from "@contract-toolkit/schemas/documents/nodes";

/** The members of a path that are operations which TypeSpec has. */
export const methods: ReadonlySet<string> = new Set([
  ...["get", "put", "post", "patch", "delete", "head"],
]);

/** The named schemas of a document. */
export function componentSchemas({ components }: Node): Node {
  return nodeOrEmpty(nodeOrEmpty(components)["schemas"]);
}
