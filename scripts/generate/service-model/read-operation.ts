import { errorCodeOf } from "../error-codes.ts";
import { requiredCredentials } from "./security.ts";
import { resolveSchema } from "@contract-toolkit/schemas/resolve-schema";
import type { HttpOperation } from "@typespec/http";
import {
  type BodyContent,
  isInherited,
  type OpenApiContent,
  type OpenApiDocument,
  type OpenApiOperation,
  type OpenApiParameter,
  type Operation,
  ownResponses,
  parametersOf,
  readStatus,
  type Response,
  type SourcePosition,
} from "@contract-toolkit/contract";
import type { ViewedOperation } from "./service-views.ts";
import { templateExtension } from "../openapi/uri-templates.ts";
import { isCredentialParameter } from "./security.ts";
import { sourceExtension } from "../source-positions.ts";
import { readContents } from "../openapi/body-contents.ts";
import {
  bodySchemaOf,
  type ContentSchemas,
  type ServiceOperation,
  type ServiceResponse,
} from "./service.ts";
import { fieldTypeOf, readParameter } from "./read-parameter.ts";

export function readOperation(
  document: OpenApiDocument,
  http: HttpOperation,
  emitted: OpenApiOperation,
  contentType: string | undefined,
  around: SourcePosition,
): Omit<ServiceOperation, keyof ViewedOperation> {
  const isSecret = (parameter: OpenApiParameter) => isCredentialParameter(document, parameter);
  // A cookie with a credential is a credential only, even if it is also declared as a parameter.
  const parameters = parametersOf(document, emitted).filter(
    (parameter) => parameter.in !== "cookie" || !isSecret(parameter),
  );
  const bodySchemas = resolveContentSchemas(document, emitted.requestBody?.content);
  const contents = readContents(document, bodySchemas, http.parameters.body);
  const responses = readResponses(document, emitted);
  const source = emitted[sourceExtension] as SourcePosition | undefined;
  const { file, line, column } = source ?? around;
  const template = emitted[templateExtension];
  return {
    operation: {
      id: emitted.operationId,
      method: http.verb.toUpperCase() as Operation["method"],
      path: http.path,
      ...(typeof template === "string" && { template }),
      summary: emitted.summary ?? firstSentence(emitted.description ?? emitted.operationId),
      parameters: parameters.map((parameter) =>
        readParameter(document, parameter, isSecret(parameter)),
      ),
      ...requiredCredentials(document, emitted, parameters, http),
      ...(contents[0] && {
        body: {
          ...contents[0],
          ...otherContents(contents),
          required: emitted.requestBody?.required === true,
        },
      }),
      ...(contentType !== undefined && { contentType }),
      responses: Object.fromEntries(
        responses.map((response) => [
          response.status,
          {
            ...response.contents[0],
            ...otherContents(response.contents),
            headers: Object.keys(response.headers),
            ...headerTypesOf(document, response.headers),
            ...errorCodeOf(document, bodySchemaOf(response.bodySchemas)),
          },
        ]),
      ),
      retryable: emitted["x-retryable"] === true,
      source: { file, line, column },
    },
    description: emitted.description ?? "",
    parameters: parameters.filter((parameter) => !isSecret(parameter)),
    defaults: parameters
      .filter(({ schema, required }) => "default" in schema && required !== true)
      .map(({ name }) => name),
    bodySchemas,
    responses,
  };
}

/** Types of the response headers that are not plain strings. */
function headerTypesOf(
  document: OpenApiDocument,
  headers: ServiceResponse["headers"],
): Pick<Response, "headerTypes"> {
  const types = Object.entries(headers).map(
    ([name, { schema }]) => [name, fieldTypeOf(document, schema)] as const,
  );
  const isText = ([, { type, list }]: (typeof types)[number]) => type === "string" && !list;
  if (types.every(isText)) return {};
  // A look-up in the table must not find an inherited member.
  const listed = types.filter((type) => !isText(type) || isInherited(type[0]));
  return { headerTypes: Object.fromEntries(listed) };
}

/** Finds an operation in a document. Further operations of a shared route are under `<path>#<operation id>`. */
export function emittedOperation(
  { paths }: OpenApiDocument,
  { path, verb }: Pick<HttpOperation, "path" | "verb">,
  id: string,
): OpenApiOperation | undefined {
  return paths[`${path}#${id}`]?.[verb] ?? paths[path]?.[verb];
}

function readResponses(document: OpenApiDocument, operation: OpenApiOperation): ServiceResponse[] {
  return ownResponses(operation).map(([status, response]) => {
    const documented = readStatus(status);
    if (documented === undefined)
      throw new TypeError(`${operation.operationId} answers "${status}", which is not a status.`);
    const bodySchemas = resolveContentSchemas(document, response.content);
    return {
      status: documented,
      description: response.description,
      contents: readContents(document, bodySchemas),
      bodySchemas,
      headers: response.headers ?? {},
    };
  });
}

/** Multipart schemas are resolved, because their files are removed before validation. */
function resolveContentSchemas(
  document: OpenApiDocument,
  content: OpenApiContent = {},
): ContentSchemas {
  return new Map(
    Object.entries(content).map(([type, { schema }]) => [
      type,
      type.startsWith("multipart/") ? resolveSchema(document, schema) : schema,
    ]),
  );
}

function otherContents([, ...others]: readonly BodyContent[]): { others?: readonly BodyContent[] } {
  return others.length > 0 ? { others } : {};
}

function firstSentence(text: string): string {
  return text.split(/(?<=\.)\s/)[0] ?? text;
}
