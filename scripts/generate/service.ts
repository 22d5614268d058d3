import { resolveSchema, scalarType } from "@contract-toolkit/schemas/resolve-schema";
import type { Namespace } from "@typespec/compiler";
import type { HttpOperation } from "@typespec/http";
import { resolveOperationId } from "@typespec/openapi";
import { getAlwaysContentType } from "@contract-toolkit/typespec/program";
import { SpecError } from "./spec-error.ts";
import type { Spec } from "./compile.ts";
import { objectFields } from "./openapi/exploded-objects.ts";
import { readServiceViews, type ViewedOperation } from "./versions/service-views.ts";
import { emitDocuments, type ServiceDocuments } from "./openapi/documents.ts";
import { qualifyOperationIds } from "./openapi/operation-ids.ts";
import { templateExtension } from "./openapi/uri-templates.ts";
import { splitStatusRanges } from "./openapi/status-ranges.ts";
import { errorCodeOf } from "./error-codes.ts";
import { selectingConstants, sharedRoutesOf } from "./openapi/shared-routes.ts";
import { isCredentialParameter, requiredCredentials } from "./security.ts";
import { requireWritableParameters } from "./spec-checks/parameters.ts";
import { findSourcePosition, sourceExtension } from "./source-positions.ts";
import { refuseUnsupported } from "./spec-checks/unsupported.ts";
import { readContents } from "./openapi/body-contents.ts";
import {
  type BodyContent,
  type FieldType,
  type OpenApiContent,
  type OpenApiDocument,
  type OpenApiOperation,
  type OpenApiParameter,
  type Operation,
  type Parameter,
  type Reference,
  type Response,
  isSchema,
  referredName,
  type Schema,
  type SourcePosition,
  readStatus,
  type StatusRange,
  isNegotiated,
  isInherited,
  ownResponses,
} from "@contract-toolkit/contract";

/** Everything that the generator knows about a service. */
export interface Service {
  /** Folder name below `generated/`, made from the namespace and the version. */
  readonly name: string;
  readonly namespace: Namespace;
  /** Set if the service has versions. Each version is a separate contract. */
  readonly version?: string;
  readonly documents: ServiceDocuments;
  readonly operations: readonly ServiceOperation[];
}

/** One operation: its description for run time, its schemas, and the TypeSpec it comes from. */
export interface ServiceOperation extends ViewedOperation {
  readonly operation: Operation;
  readonly description: string;
  readonly parameters: readonly OpenApiParameter[];
  readonly defaults: readonly string[];
  /** Schemas of the body, by content type. */
  readonly bodySchemas: ContentSchemas;
  readonly responses: readonly ServiceResponse[];
}

/** Schemas of a body by content type, in the order of preference. */
export type ContentSchemas = ReadonlyMap<string, Schema>;

/** One status of an operation with its schemas. */
export interface ServiceResponse {
  readonly status: number | StatusRange;
  readonly description: string;
  readonly contents: readonly BodyContent[];
  /** Schemas of the body, by content type. */
  readonly bodySchemas: ContentSchemas;
  readonly headers: Readonly<Record<string, { required?: boolean; schema: Schema }>>;
}

/**
 * Reads every service of a compiled specification, in the order they are declared.
 *
 * @throws {SpecError} for anything that the toolkit does not support, with advice.
 */
export async function readServices(spec: Spec): Promise<Service[]> {
  qualifyOperationIds(spec.program);
  splitStatusRanges(spec.program);
  const views = await readServiceViews(spec);
  refuseUnsupported(spec, views);
  requireWritableParameters(
    spec.program,
    views.flatMap(({ operations }) => operations.map(({ http }) => http)),
  );
  const documents = await emitDocuments(spec, views);
  return views.flatMap(({ name, namespace, version, operations }): Service[] => {
    const own = documents.find(
      (document) => document.namespace === namespace && document.version === version,
    );
    if (!own) return [];
    const shared = sharedRoutesOf(operations);
    const contentType = getAlwaysContentType(spec.program, namespace);
    return [
      {
        name,
        namespace,
        ...(version !== undefined && { version }),
        documents: own,
        operations: operations.map((operation) => {
          const { http } = operation;
          const others = shared.find((group) => group.includes(operation)) ?? [];
          const when = selectingConstants(
            http,
            others.flatMap((otherViewedOperation) =>
              otherViewedOperation === operation ? [] : otherViewedOperation.http,
            ),
          );
          // An operation of a library's template has no position in the specification.
          const around =
            findSourcePosition(spec, http.container) ?? findSourcePosition(spec, namespace);
          const read = readOperation(
            own.annotated,
            http,
            resolveOperationId(spec.program, http.operation),
            contentType,
            around,
          );
          return {
            ...read,
            ...operation,
            operation: { ...read.operation, ...(others.length > 0 && { when }) },
          };
        }),
      },
    ];
  });
}

function readOperation(
  document: OpenApiDocument,
  http: HttpOperation,
  id: string,
  contentType: string | undefined,
  around: SourcePosition | undefined,
): Omit<ServiceOperation, keyof ViewedOperation> {
  const emitted = emittedOperation(document, http, id);
  if (!emitted) {
    throw new SpecError(`${http.verb.toUpperCase()} ${http.path} is not in the OpenAPI document.`);
  }
  const isSecret = (parameter: OpenApiParameter) => isCredentialParameter(document, parameter);
  // A cookie with a credential is a credential only, even if it is also declared as a parameter.
  const parameters = (emitted.parameters ?? [])
    .map((parameter) => resolveParameter(document, parameter))
    .filter((parameter) => parameter.in !== "cookie" || !isSecret(parameter));
  const bodySchemas = resolveContentSchemas(document, emitted.requestBody?.content);
  const contents = readContents(document, bodySchemas, http.parameters.body);
  const responses = readResponses(document, emitted);
  const source = (emitted[sourceExtension] as SourcePosition | undefined) ?? around;
  if (!source) throw new SpecError(`${emitted.operationId} is in no file of the specification.`);
  const { file, line, column } = source;
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

function readParameter(
  document: OpenApiDocument,
  parameter: OpenApiParameter,
  isSecret: boolean,
): Parameter {
  const { name } = parameter;
  const schema = resolveSchema(document, parameter.schema);
  const items =
    schema.type === "array" ? resolveSchema(document, schema.items as Schema) : undefined;
  return {
    name,
    in: parameter.in,
    type: scalarType(document, items ?? schema),
    required: parameter.required === true,
    ...objectFormOf(document, parameter, schema),
    ...(parameter.style === "deepObject" && { fields: fieldTypesOf(document, parameter.schema) }),
    ...(items && {
      array: {
        explode: parameter.explode ?? parameter.in === "query",
        ...parameterSeparator(parameter),
      },
    }),
    ...(parameter.in === "header" &&
      isNegotiated(name) && { negotiated: listedStrings(document, items ?? schema) }),
    ...(isSecret && { credential: true as const }),
  };
}

/** The form of an object in a path, or in a query without brackets. */
function objectFormOf(
  document: OpenApiDocument,
  parameter: OpenApiParameter,
  schema: Schema,
): Pick<Parameter, "object"> {
  const { in: place, style, explode = place === "query" } = parameter;
  if (schema.type !== "object" || style === "deepObject") return {};
  if (place !== "path" && place !== "query") return {};
  const others = schema.additionalProperties ?? schema.unevaluatedProperties;
  return {
    object: {
      explode,
      fields: fieldTypesOf(document, schema),
      ...(isSchema(others) && { others: fieldTypeOf(document, others) }),
    },
  };
}

/** The strings that a schema lists; empty if it allows others. */
function listedStrings(document: OpenApiDocument, schema: Schema): string[] {
  if (Array.isArray(schema.enum)) return schema.enum.filter((value) => typeof value === "string");
  const branches = (schema.anyOf ?? schema.oneOf ?? []).map((branch) =>
    listedStrings(document, resolveSchema(document, branch)),
  );
  return branches.every((branch) => branch.length > 0) ? branches.flat() : [];
}

function fieldTypesOf(document: OpenApiDocument, schema: Schema): Record<string, FieldType> {
  const fields = objectFields(document, schema) ?? [];
  return Object.fromEntries(
    [...fields].map(([name, field]) => [name, fieldTypeOf(document, field.schema)]),
  );
}

function fieldTypeOf(document: OpenApiDocument, schema: Schema): FieldType {
  const inside = resolveSchema(document, schema);
  const list = inside.type === "array";
  const type = scalarType(document, list ? (inside.items as Schema) : inside);
  return { type, ...(list && { list }) };
}

function parameterSeparator({
  style,
}: OpenApiParameter): Pick<NonNullable<Parameter["array"]>, "separator"> {
  if (style === "spaceDelimited") return { separator: " " };
  return style === "pipeDelimited" ? { separator: "|" } : {};
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
function emittedOperation(
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
      throw new SpecError(`${operation.operationId} answers "${status}", which is not a status.`);
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

/** The schema of a body: of the given content type, or of the first. */
export function bodySchemaOf(schemas: ContentSchemas, contentType?: string): Schema | undefined {
  return contentType === undefined ? [...schemas.values()][0] : schemas.get(contentType);
}

function otherContents([, ...others]: readonly BodyContent[]): { others?: readonly BodyContent[] } {
  return others.length > 0 ? { others } : {};
}

/** Resolves a reference to a parameter. */
export function resolveParameter(
  document: OpenApiDocument,
  parameter: OpenApiParameter | Reference,
): OpenApiParameter {
  if (!("$ref" in parameter)) return parameter;
  const name = referredName(parameter) ?? "";
  const resolved = document.components?.parameters?.[name];
  if (!resolved) throw new SpecError(`The OpenAPI document has no parameter ${parameter.$ref}.`);
  return resolved;
}

function firstSentence(text: string): string {
  return text.split(/(?<=\.)\s/)[0] ?? text;
}
