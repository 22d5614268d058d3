/** What import looks for in an OpenAPI document. */
import { joinPointer } from "@contract-toolkit/contract";
import { nodeOrEmpty, nodesOf, type Node } from "@contract-toolkit/schemas/documents/nodes";

/** The members of a path that are operations which TypeSpec has. */
export const methods: ReadonlySet<string> = new Set([
  ...["get", "put", "post", "patch", "delete", "head"],
]);

/** The operations that TypeSpec has, with their places. */
export function operationsOf(document: Node) {
  return nodesOf(document["paths"]).flatMap(([path, item]) =>
    nodesOf(item).flatMap(([method, operation]) =>
      methods.has(method)
        ? [{ path, method, item, operation, pointer: joinPointer(["paths", path, method]) }]
        : [],
    ),
  );
}

/** The named schemas of a document. */
export function componentSchemas({ components }: Node): Node {
  return nodeOrEmpty(nodeOrEmpty(components)["schemas"]);
}
