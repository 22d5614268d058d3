import type {
  OpenApiDocument,
  OpenApiOperation,
  Operation,
  Schema,
} from "@contract-toolkit/contract";
import { plainCase, type Case } from "../cases/case.ts";

export const operation: Operation = {
  id: "add",
  method: "POST",
  path: "/items",
  summary: "",
  parameters: [],
  body: { contentType: "application/json", required: true },
  responses: { 204: { headers: [] } },
  retryable: false,
  source: { file: "main.tsp", line: 1, column: 1 },
};

export function documentOf(
  schema: Schema,
  {
    components = {},
    ...changes
  }: Partial<OpenApiOperation> & { components?: Record<string, Schema> } = {},
): OpenApiDocument {
  const add: OpenApiOperation = {
    operationId: operation.id,
    requestBody: { required: true, content: { "application/json": { schema } } },
    responses: { 204: { description: "Added." } },
    ...changes,
  };
  return {
    openapi: "3.1.0",
    info: { title: "Shelf", version: "1" },
    paths: { [operation.path]: { post: add } },
    components: { schemas: components },
  };
}

/** A sample that needs a key. */
export function sampleWithKey(
  id: string,
  changes: Partial<Case> = {},
  method: Operation["method"] = "POST",
): Case {
  const request = { path: {}, query: {}, headers: { Key: "<KEY>" } };
  const own = { ...operation, id, method, responses: {} };
  return sampleOf(undefined, { id: `${id}/sample`, operation: own, request, ...changes });
}

export function sampleOf(body: unknown, changes: Partial<Case> = {}): Case {
  const request = { path: {}, query: {}, headers: {}, body };
  const head = { id: "add/sample", kind: "sample", why: "" } as const;
  return { ...plainCase(operation, request, { status: 204, headers: {} }, head), ...changes };
}
