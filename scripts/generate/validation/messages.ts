import type { OpenApiDocument, OpenApiParameter, Schema } from "contract-kernel";
import type { Service, ServiceOperation, ServiceResponse } from "../service.ts";
import { schemaPreparer } from "./schemas.ts";

/** Schema of a whole request: `{ path, query, headers, body }`. Unknown query parameters are refused. */
export function requestSchema(document: OpenApiDocument, operation: ServiceOperation): Schema {
  const prepare = schemaPreparer(document, "open");
  const part = (place: OpenApiParameter["in"], extra: Schema = {}): Schema =>
    prepare({
      ...parametersSchema(operation.parameters.filter((each) => each.in === place)),
      ...extra,
    });
  const body = operation.bodySchema;
  return {
    type: "object",
    required: ["path", "query", "headers", ...(operation.operation.body?.required ? ["body"] : [])],
    properties: {
      path: part("path"),
      query: part("query", { additionalProperties: false }),
      headers: part("header"),
      ...(body && { body: prepare(body) }),
    },
  };
}

/** Schema of a whole response: `{ headers, body }`; `closed` refuses what is not documented. */
export function responseSchema(
  document: OpenApiDocument,
  response: ServiceResponse,
  openness: "open" | "closed",
): Schema {
  const prepare = schemaPreparer(document, openness);
  const headers = Object.entries(response.headers);
  return {
    type: "object",
    required: ["headers", ...(response.bodySchema ? ["body"] : [])],
    properties: {
      headers: {
        type: "object",
        required: headers.filter(([, { required }]) => required).map(([name]) => name),
        properties: Object.fromEntries(
          headers.map(([name, { schema }]) => [name, prepareOpen(document, schema)]),
        ),
      },
      body: response.bodySchema ? prepare(response.bodySchema) : false,
    },
  };
}

/** Schema of what the service answers outside any operation: `{ body }`. */
export function refusalSchema(component: string): Schema {
  return {
    type: "object",
    required: ["body"],
    properties: { body: { $ref: `closed.${component}` } },
  };
}

/** Component that the service answers with outside any operation, by status (`@refusal`). */
export function refusalComponents(service: Service): Map<number, string> {
  const schemas = Object.entries(service.documents.annotated.components?.schemas ?? {});
  return new Map(
    schemas.flatMap(([name, schema]) =>
      ((schema["x-refusal"] ?? []) as number[]).map((status): [number, string] => [status, name]),
    ),
  );
}

function parametersSchema(parameters: readonly OpenApiParameter[]): Schema {
  return {
    type: "object",
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
    properties: Object.fromEntries(
      parameters.map((parameter) => [parameter.name, parameterSchema(parameter)]),
    ),
  };
}

/** The rules of the library stand on the parameter in OpenAPI, on the property in JSON Schema. */
function parameterSchema(parameter: OpenApiParameter): Schema {
  const extensions = Object.entries(parameter).filter(([name]) => name.startsWith("x-"));
  return { ...parameter.schema, ...Object.fromEntries(extensions) };
}

function prepareOpen(document: OpenApiDocument, schema: Schema): Schema {
  return schemaPreparer(document, "open")(schema);
}
