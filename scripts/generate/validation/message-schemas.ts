import {
  type BodyContent,
  bodyKindOf,
  contentsOf,
  isSchema,
  type MessageSchemas,
  type OpenApiParameter,
  schemaProperties,
  referredName,
  type Schema,
  writePosition,
} from "@contract-toolkit/contract";
import type {
  ContentSchemas,
  Service,
  ServiceOperation,
  ServiceResponse,
} from "../service-model/service.ts";
import { sourceExtension, type Source } from "../source-positions.ts";
import { defsReference, schemaTranslator } from "./schemas.ts";

/** The schemas of all messages of a service, for `messages.json` and the validators. */
export function messageSchemas(service: Service): MessageSchemas {
  const translate = schemaTranslator(service.documents.annotated);
  const components = Object.entries(service.documents.annotated.components?.schemas ?? {});
  const $defs = Object.fromEntries(components.map(([name, schema]) => [name, translate(schema)]));
  const messages: Record<string, Schema> = {};
  for (const operation of service.operations) {
    const { id, source } = operation.operation;
    const position = writePosition(source);
    messages[`request ${id}`] = at(position, validatedRequestSchema(operation, translate));
    for (const response of operation.responses) {
      const schema = validatedResponseSchema(response, translate);
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
  const source = service.documents.annotated[sourceExtension] as Source | undefined;
  const position = source?.keywords?.["version"] ?? source;
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    ...(position && { "x-position": writePosition(position) }),
    messages,
    $defs,
  };
}

type Translate = (schema: Schema) => Schema;

/** `{ path, query, headers, body }`. Undocumented parameters are refused in the query only. */
function validatedRequestSchema(
  { operation, parameters, bodySchemas }: ServiceOperation,
  translate: Translate,
): Schema {
  const part = (place: OpenApiParameter["in"]): Schema =>
    translate(
      objectSchema(parameters.filter((parameter) => parameter.in === place).map(withExtensions)),
    );
  const hasCookies = parameters.some((parameter) => parameter.in === "cookie");
  const { properties, ...conditions } = bodyRules(
    contentsOf(operation.body),
    bodySchemas,
    operation.method === "PATCH"
      ? (schema) => ({ ...translate(schema), "x-partial": true })
      : translate,
  );
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
      ...properties,
    },
    ...conditions,
  };
}

/** `{ headers, body }`. Undocumented headers are ignored. */
function validatedResponseSchema(
  { headers, contents, bodySchemas }: ServiceResponse,
  translate: Translate,
): Schema {
  const fields = Object.entries(headers).map(([name, header]) => ({ name, ...header }));
  const { properties, ...conditions } = bodyRules(contents, bodySchemas, translate);
  return {
    type: "object",
    required: [
      "headers",
      ...(contents.length > 0 ? ["body"] : []),
      ...(contents.length > 1 ? ["contentType"] : []),
    ],
    properties: { headers: translate(objectSchema(fields)), body: false, ...properties },
    ...conditions,
  };
}

/** The schema of the body. If there are several content types, the content type of the message selects it. */
function bodyRules(
  contents: readonly BodyContent[],
  schemas: ContentSchemas,
  translate: Translate,
): Pick<Schema, "properties" | "allOf"> {
  const [first] = contents;
  if (!first) return { properties: {} };
  const schemaOf = (bodyContent: BodyContent) =>
    validatedBodySchema(bodyContent, schemas.get(bodyContent.contentType) ?? {}, translate);
  if (contents.length === 1) return { properties: { body: schemaOf(first) } };
  const types = contents.map(({ contentType }) => contentType);
  return {
    properties: { contentType: { enum: types }, body: {} },
    allOf: contents.map((content) => ({
      if: {
        properties: { contentType: { const: content.contentType } },
        required: ["contentType"],
      },
      then: { properties: { body: schemaOf(content) } },
    })),
  };
}

/** Bytes are not validated, because they are not JSON. */
function validatedBodySchema(content: BodyContent, schema: Schema, translate: Translate): Schema {
  const kind = bodyKindOf(content);
  if (kind === "bytes") return {};
  return translate(kind === "parts" ? withoutFiles(content, schema) : schema);
}

/** Validates only the presence and number of files. */
function withoutFiles({ fields = {} }: BodyContent, schema: Schema): Schema {
  const properties = schemaProperties(schema).map(([name, schema]) => {
    const { minItems, maxItems } = schema;
    const counts = {
      ...(minItems !== undefined && { minItems }),
      ...(maxItems !== undefined && { maxItems }),
    };
    if (fields[name]?.type !== "file") return [name, schema] as const;
    return [name, fields[name].list ? { type: "array", items: {}, ...counts } : {}] as const;
  });
  return { ...schema, properties: Object.fromEntries(properties) };
}

/** `{ body }` of a response outside any operation. */
function refusalSchema(component: string): Schema {
  return {
    type: "object",
    required: ["body"],
    properties: { body: { $ref: defsReference(component) } },
  };
}

function refusalComponents(service: Service): Map<number, string> {
  const schemas = Object.entries(service.documents.annotated.components?.schemas ?? {});
  return new Map(
    schemas.flatMap(([name, schema]) =>
      (schema["x-refusal"] ?? []).map((status): [number, string] => [status, name]),
    ),
  );
}

/** The schema of an object of parameters or headers. */
export function objectSchema(
  fields: readonly {
    readonly name: string;
    readonly required?: boolean;
    readonly schema: Schema;
  }[],
): Schema {
  const required = fields.filter((field) => field.required).map(({ name }) => name);
  return {
    type: "object",
    ...(required.length > 0 && { required }),
    ...(fields.length > 0 && {
      properties: Object.fromEntries(fields.map(({ name, schema }) => [name, schema])),
    }),
  };
}

/**
 * Copies the extensions of a parameter to its schema. OpenAPI has field rules at the parameter, JSON Schema at the
 * property.
 */
export function withExtensions(parameter: OpenApiParameter): OpenApiParameter {
  const extensions = Object.entries(parameter).filter(([name]) => name.startsWith("x-"));
  return { ...parameter, schema: { ...parameter.schema, ...Object.fromEntries(extensions) } };
}

/** The position of a response is that of its body's model, because operations share responses. */
function bodyPosition({ properties }: Schema, $defs: MessageSchemas["$defs"]): string | undefined {
  const body = properties?.["body"];
  return isSchema(body) ? $defs[referredName(body) ?? ""]?.["x-position"] : undefined;
}

function at(position: string | undefined, schema: Schema): Schema {
  return position === undefined ? schema : { ...schema, "x-position": position };
}
