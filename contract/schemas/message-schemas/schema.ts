import {
  type OpenApiDocument,
  type OpenApiOperation,
  operationsAt,
  type PathItem,
  ownResponses,
} from "@contract-toolkit/contract";

/** Keyword with the paths in `messages.json` that a place of a resolved schema comes from, the nearest first. */
export const origins = "x-origins";

/** Formats that do not restrict values: they say how to show or store one. */
export const describingFormats: ReadonlySet<unknown> = new Set(["password", "float", "double"]);

/** Marks a place where a recursive schema is cut off. */
export const recursive = "x-recursive";

/** Marks a body that is not JSON. */
export const text = "x-text";

/** Marks a body that is a form. Its fields are texts, except those that are marked as JSON. */
export const form = "x-form";

/** Marks a field of a form that is JSON. */
export const json = "x-json";

/** Marks a body that is a stream of events. Only its items have rules, because the stream may never end. */
export const events = "x-events";

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

export function names(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((value) => typeof value === "string") : [];
}
