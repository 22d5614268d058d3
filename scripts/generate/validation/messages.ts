import {
  isBinaryType,
  isSchema,
  type MessageSchemas,
  type OpenApiParameter,
  referredName,
  type Schema,
  writePosition,
} from "@contract-toolkit/kernel";
import type { Service, ServiceOperation, ServiceResponse } from "../service.ts";
import { reference, schemaTranslator } from "./schemas.ts";

/**
 * The schemas of all messages of a service, from its OpenAPI document: what goes to `messages.json`, and what validators
 * are compiled from.
 */
export function messageSchemas(service: Service): MessageSchemas {
  const translate = schemaTranslator(service.documents.annotated);
  const components = Object.entries(service.documents.annotated.components?.schemas ?? {});
  const $defs = Object.fromEntries(components.map(([name, schema]) => [name, translate(schema)]));
  const messages: Record<string, Schema> = {};
  for (const operation of service.operations) {
    const { id, source } = operation.operation;
    const position = writePosition(source);
    messages[`request ${id}`] = at(position, requestSchema(operation, translate));
    for (const response of operation.responses) {
      const schema = responseSchema(response, translate);
      messages[`response ${id} ${response.status}`] = at(
        bodyPosition(schema, $defs) ?? position,
        schema,
      );
    }
  }
  for (const [status, component] of refusalComponents(service)) {
    const schema = refusalSchema(component);
    messages[`refusal ${status}`] = at(bodyPosition(schema, $defs), schema);
  }
  return { $schema: "https://json-schema.org/draft/2020-12/schema", messages, $defs };
}

type Translate = (schema: Schema) => Schema;

/** `{ path, query, headers, body }`; what nobody documented is refused in the query alone. */
function requestSchema(
  { operation, parameters, bodySchema }: ServiceOperation,
  translate: Translate,
): Schema {
  const part = (place: OpenApiParameter["in"]): Schema =>
    translate(objectOf(parameters.filter((each) => each.in === place).map(withExtensions)));
  const hasCookies = parameters.some((each) => each.in === "cookie");
  return {
    type: "object",
    required: [
      ...["path", "query", "headers"],
      ...(hasCookies ? ["cookies"] : []),
      ...(operation.body?.required ? ["body"] : []),
    ],
    properties: {
      path: part("path"),
      query: { ...part("query"), additionalProperties: false },
      headers: part("header"),
      ...(hasCookies && { cookies: part("cookie") }),
      ...(bodySchema && { body: judgedBody(operation.body?.contentType, bodySchema, translate) }),
    },
  };
}

/** `{ headers, body }`; of the headers, only the documented are judged. */
function responseSchema(
  { headers, contentType, bodySchema }: ServiceResponse,
  translate: Translate,
): Schema {
  const fields = Object.entries(headers).map(([name, header]) => ({ name, ...header }));
  return {
    type: "object",
    required: ["headers", ...(bodySchema ? ["body"] : [])],
    properties: {
      headers: translate(objectOf(fields)),
      body: bodySchema ? judgedBody(contentType, bodySchema, translate) : false,
    },
  };
}

/** Bytes are no value of JSON: a schema can say nothing of them. */
function judgedBody(contentType: string | undefined, schema: Schema, translate: Translate): Schema {
  return isBinaryType(contentType ?? "") ? {} : translate(schema);
}

/** `{ body }` of what the service answers outside any operation. */
function refusalSchema(component: string): Schema {
  return {
    type: "object",
    required: ["body"],
    properties: { body: { $ref: reference(component) } },
  };
}

/** Component that the service answers with outside any operation, by status (`@refusal`). */
function refusalComponents(service: Service): Map<number, string> {
  const schemas = Object.entries(service.documents.annotated.components?.schemas ?? {});
  return new Map(
    schemas.flatMap(([name, schema]) =>
      (schema["x-refusal"] ?? []).map((status): [number, string] => [status, name]),
    ),
  );
}

function objectOf(
  fields: readonly {
    readonly name: string;
    readonly required?: boolean;
    readonly schema: Schema;
  }[],
): Schema {
  const required = fields.filter((each) => each.required).map(({ name }) => name);
  return {
    type: "object",
    ...(required.length > 0 && { required }),
    ...(fields.length > 0 && {
      properties: Object.fromEntries(fields.map(({ name, schema }) => [name, schema])),
    }),
  };
}

/** The rules of the library stand on the parameter in OpenAPI, on the property in JSON Schema. */
function withExtensions(parameter: OpenApiParameter): OpenApiParameter {
  const extensions = Object.entries(parameter).filter(([name]) => name.startsWith("x-"));
  return { ...parameter, schema: { ...parameter.schema, ...Object.fromEntries(extensions) } };
}

/** An answer, which operations share, stands where the model of its body does. */
function bodyPosition({ properties }: Schema, $defs: MessageSchemas["$defs"]): string | undefined {
  const body = properties?.["body"];
  return isSchema(body) ? $defs[referredName(body) ?? ""]?.["x-position"] : undefined;
}

function at(position: string | undefined, schema: Schema): Schema {
  return position === undefined ? schema : { ...schema, "x-position": position };
}
