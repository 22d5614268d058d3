import {
  type OpenApiDocument,
  type OpenApiOperation,
  type OpenApiParameter,
  type OpenApiResponse,
  type Operation,
  type Parameter,
  type Reference,
  referredName,
  type Schema,
} from "contract-kernel";
import type { Translate } from "./translation.ts";

/** `{ path, query, headers, body }`; what nobody documented is refused in the query alone. */
export function requestSchema(
  document: OpenApiDocument,
  { parameters, body }: Operation,
  found: OpenApiOperation,
  translate: Translate,
): Schema {
  // Credentials are not part of a message; they are checked before it is read.
  const credentials = new Set(
    parameters.filter(({ credential }) => credential).map(({ name }) => name),
  );
  const documented = (found.parameters ?? [])
    .map((parameter) => resolveParameter(document, parameter))
    .filter(({ name }) => !credentials.has(name));
  const part = (place: Parameter["in"]) =>
    translate(parametersSchema(documented.filter((each) => each.in === place)), "open");
  const content = contentSchema(found.requestBody?.content);
  if ((content === undefined) !== (body === undefined))
    throw new TypeError(`The document of ${found.operationId} has another body.`);
  return {
    type: "object",
    required: [
      "path",
      "query",
      "headers",
      ...(found.requestBody?.required === true ? ["body"] : []),
    ],
    properties: {
      path: part("path"),
      query: { ...part("query"), additionalProperties: false },
      headers: part("header"),
      ...(content && { body: translate(content, "open") }),
    },
  };
}

/** The rules of the contract stand on the parameter in OpenAPI, on the property in a schema. */
function parametersSchema(parameters: readonly OpenApiParameter[]): Schema {
  return {
    type: "object",
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
    properties: Object.fromEntries(
      parameters.map(({ name, schema, ...beside }) => [
        name,
        { ...schema, ...extensionsOf(beside) },
      ]),
    ),
  };
}

function extensionsOf(parameter: object): Schema {
  return Object.fromEntries(Object.entries(parameter).filter(([name]) => name.startsWith("x-")));
}

function resolveParameter(
  document: OpenApiDocument,
  parameter: OpenApiParameter | Reference,
): OpenApiParameter {
  if (!("$ref" in parameter)) return parameter;
  const name = referredName(parameter) ?? "";
  const found = document.components?.parameters?.[name];
  if (!found) throw new TypeError(`The document has no ${parameter.$ref}.`);
  return found;
}

/** `{ headers, body }`; of the headers, only the documented are judged. */
export function responseSchema(response: OpenApiResponse, translate: Translate): Schema {
  const headers = Object.entries(response.headers ?? {});
  const body = contentSchema(response.content);
  return {
    type: "object",
    required: ["headers", ...(body ? ["body"] : [])],
    properties: {
      headers: {
        type: "object",
        required: headers.filter(([, { required }]) => required).map(([name]) => name),
        properties: Object.fromEntries(
          headers.map(([name, { schema }]) => [name, translate(schema, "closed")]),
        ),
      },
      body: body ? translate(body, "closed") : false,
    },
  };
}

/** `{ body }` of what the service answers outside any operation. */
export function refusalSchema(
  components: Readonly<Record<string, Schema>>,
  status: string,
  translate: Translate,
): Schema {
  const name = Object.keys(components).findLast((each) => {
    const statuses = components[each]?.["x-refusal"];
    return Array.isArray(statuses) && statuses.includes(Number(status));
  });
  if (name === undefined)
    throw new TypeError(`The document has no shape to refuse with ${status}.`);
  return {
    type: "object",
    required: ["body"],
    properties: {
      body: translate({ $ref: `#/components/schemas/${name}` }, "closed"),
    },
  };
}

function contentSchema(
  content: Readonly<Record<string, { readonly schema?: Schema }>> = {},
): Schema | undefined {
  const [first] = Object.values(content);
  return first && (first.schema ?? {});
}
