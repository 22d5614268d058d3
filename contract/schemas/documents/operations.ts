import {
  type OpenApiDocument,
  type OpenApiOperation,
  operationsAt,
  type PathItem,
  ownResponses,
} from "@contract-toolkit/contract";

export function operationsById(document: OpenApiDocument): Map<string, OpenApiOperation> {
  return new Map(
    operationsAt(document.paths)
      .filter((operation) => typeof operation.operationId === "string")
      .map((operation) => [operation.operationId, operation]),
  );
}

/** A copy of a document without the responses that the service gives outside any operation. */
export function withoutRefusals(document: OpenApiDocument): OpenApiDocument {
  const own = (operation: OpenApiOperation): OpenApiOperation => ({
    ...operation,
    responses: Object.fromEntries(ownResponses(operation)),
  });
  const paths = Object.entries(document.paths).map(([path, item]): [string, PathItem] => [
    path,
    Object.fromEntries(Object.entries(item).map(([method, operation]) => [method, own(operation)])),
  ]);
  return { ...document, paths: Object.fromEntries(paths) };
}
