import {
  isSchema,
  type OpenApiDocument,
  type OpenApiOperation,
  type PathItem,
  type Schema,
  ownResponses,
} from "@contract-toolkit/kernel";

/** Paths in the contract's own schemas that a place of a message schema was made from, the nearest first. */
export const origins = "x-origins";

/** Formats that only tell a form how to show a value, or a program how to hold it. */
export const describingFormats: ReadonlySet<unknown> = new Set(["password", "float", "double"]);

/** Marks a schema that is inside itself, and is not told again. */
export const recursive = "x-recursive";

/** Marks a body that is not JSON. */
export const text = "x-text";

/** Marks a body that is a form: its fields are texts, but for those that are JSON. */
export const form = "x-form";

/** Marks a field of a form that is JSON. */
export const json = "x-json";

/** Marks a body that is a stream of events: a list that has no end to be judged by. */
export const events = "x-events";

export function operationsOf(document: OpenApiDocument): Map<string, OpenApiOperation> {
  const items = Object.values(document.paths);
  return new Map(
    items
      .flatMap((item) => Object.values(item))
      .filter((each) => typeof each.operationId === "string")
      .map((each) => [each.operationId, each]),
  );
}

/** A document whose operations lack the answers that the service gives outside any operation. */
export function withoutRefusals(document: OpenApiDocument): OpenApiDocument {
  const own = (operation: OpenApiOperation): OpenApiOperation => ({
    ...operation,
    responses: Object.fromEntries(ownResponses(operation)),
  });
  const paths = Object.entries(document.paths).map(([path, item]): [string, PathItem] => [
    path,
    Object.fromEntries(Object.entries(item).map(([method, each]) => [method, own(each)])),
  ]);
  return { ...document, paths: Object.fromEntries(paths) };
}

export function listed(value: unknown): Schema[] {
  return Array.isArray(value) ? value.filter(isSchema) : [];
}

export function names(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];
}
