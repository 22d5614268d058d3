import type { Namespace } from "@typespec/compiler";
import { getAllHttpServices, type HttpOperation } from "@typespec/http";
import { getAlwaysContentType } from "@contract-toolkit/typespec/program";
import { SpecError, type Spec } from "./compile.ts";
import { emitDocuments, type ServiceDocuments } from "./documents.ts";
import { errorCodeOf } from "./error-codes.ts";
import { kebabCase } from "./modules/names.ts";
import { isCredential, securityOf } from "./security.ts";
import { requireWritableParameters } from "./parameters.ts";
import { positionOf, sourceExtension } from "./source-positions.ts";
import { refuseUnsupported } from "./refusals/unsupported.ts";
import { readContents } from "./contents.ts";
import {
  type BodyContent,
  type OpenApiContent,
  type OpenApiDocument,
  type OpenApiOperation,
  type OpenApiParameter,
  type Operation,
  type Parameter,
  type Reference,
  type Response,
  referredName,
  type Schema,
  type SourcePosition,
  readStatus,
  type StatusRange,
} from "@contract-toolkit/kernel";

/** Everything the generator knows of one service. */
export interface Service {
  /** Folder name below `generated/`, made from the namespace. */
  readonly name: string;
  readonly namespace: Namespace;
  readonly documents: ServiceDocuments;
  readonly operations: readonly ServiceOperation[];
}

/** One operation: its description for run time, its schemas, and the TypeSpec it comes from. */
export interface ServiceOperation {
  readonly operation: Operation;
  readonly description: string;
  readonly parameters: readonly OpenApiParameter[];
  readonly defaults: readonly string[];
  /** Of the body, by content type. */
  readonly bodySchemas: ContentSchemas;
  readonly responses: readonly ServiceResponse[];
  readonly http: HttpOperation;
}

/** Schemas of a body by content type, in the order of preference. */
export type ContentSchemas = ReadonlyMap<string, Schema>;

/** One status of an operation with its schemas. */
export interface ServiceResponse {
  readonly status: number | StatusRange;
  readonly description: string;
  readonly contents: readonly BodyContent[];
  /** Of the body, by content type. */
  readonly bodySchemas: ContentSchemas;
  readonly headers: Readonly<Record<string, { required?: boolean; schema: Schema }>>;
}

/**
 * Reads every service of a compiled specification, in the order they are declared.
 *
 * @throws {SpecError} for what the toolkit does not support, saying what to write instead.
 */
export async function readServices(spec: Spec): Promise<Service[]> {
  refuseUnsupported(spec);
  const [httpServices] = getAllHttpServices(spec.program);
  requireWritableParameters(
    spec.program,
    httpServices.flatMap(({ operations }) => operations),
  );
  const documents = await emitDocuments(spec);
  return documents.map((each) => {
    const operations =
      httpServices.find(({ namespace }) => namespace === each.namespace)?.operations ?? [];
    const contentType = getAlwaysContentType(spec.program, each.namespace);
    return {
      name: kebabCase(each.namespace.name),
      namespace: each.namespace,
      documents: each,
      operations: operations.map((http) => {
        // An operation of a template of a library has no place of its own in the specification.
        const around = positionOf(spec, http.container) ?? positionOf(spec, each.namespace);
        return readOperation(each.annotated, http, contentType, around);
      }),
    };
  });
}

function readOperation(
  document: OpenApiDocument,
  http: HttpOperation,
  alwaysContentType: string | undefined,
  around: SourcePosition | undefined,
): ServiceOperation {
  const emitted = document.paths[http.path]?.[http.verb];
  if (!emitted) {
    throw new SpecError(`${http.verb.toUpperCase()} ${http.path} is not in the OpenAPI document.`);
  }
  const parameters = (emitted.parameters ?? []).map((each) => resolveParameter(document, each));
  const isSecret = (each: OpenApiParameter) => isCredential(document, each);
  const bodySchemas = schemasOf(document, emitted.requestBody?.content);
  const contents = readContents(document, bodySchemas, http.parameters.body);
  const responses = readResponses(document, emitted);
  const source = (emitted[sourceExtension] as SourcePosition | undefined) ?? around;
  if (!source)
    throw new SpecError(`${emitted.operationId} stands in no file of the specification.`);
  const { file, line, column } = source;
  const contentType = contents[0]?.contentType ?? alwaysContentType;
  return {
    operation: {
      id: emitted.operationId,
      method: http.verb.toUpperCase() as Operation["method"],
      path: http.path,
      summary: emitted.summary ?? firstSentence(emitted.description ?? emitted.operationId),
      parameters: parameters.map((each) => readParameter(document, each, isSecret(each))),
      ...securityOf(document, emitted, parameters, http),
      ...(contents[0] && {
        body: {
          ...contents[0],
          ...othersOf(contents),
          required: emitted.requestBody?.required === true,
        },
      }),
      ...(contentType !== undefined && { contentType }),
      responses: Object.fromEntries(
        responses.map((each) => [
          each.status,
          {
            ...each.contents[0],
            ...othersOf(each.contents),
            headers: Object.keys(each.headers),
            ...headerTypesOf(document, each.headers),
            ...errorCodeOf(document, bodySchemaOf(each.bodySchemas)),
          },
        ]),
      ),
      safeToRepeat: emitted["x-safe-to-repeat"] === true,
      source: { file, line, column },
    },
    description: emitted.description ?? "",
    parameters: parameters.filter((each) => !isSecret(each)),
    defaults: parameters
      .filter(({ schema, required }) => "default" in schema && required !== true)
      .map(({ name }) => name),
    bodySchemas,
    responses,
    http,
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
    type: scalarType(items ?? schema),
    required: parameter.required === true,
    ...(items && {
      array: {
        explode: parameter.explode ?? parameter.in === "query",
        ...separatorOf(parameter),
      },
    }),
    ...(isSecret && { credential: true as const }),
  };
}

function separatorOf({
  style,
}: OpenApiParameter): Pick<NonNullable<Parameter["array"]>, "separator"> {
  if (style === "spaceDelimited") return { separator: " " };
  return style === "pipeDelimited" ? { separator: "|" } : {};
}

/** What the headers of an answer stand for, where they are no texts. */
function headerTypesOf(
  document: OpenApiDocument,
  headers: ServiceResponse["headers"],
): Pick<Response, "headerTypes"> {
  const types = Object.entries(headers).flatMap(([name, header]) => {
    const schema = resolveSchema(document, header.schema);
    const list = schema.type === "array";
    const type = scalarType(list ? resolveSchema(document, schema.items as Schema) : schema);
    return list || type !== "string" ? [[name, { type, ...(list && { list }) }] as const] : [];
  });
  return types.length > 0 ? { headerTypes: Object.fromEntries(types) } : {};
}

/** A schema itself, or the component that it refers to. */
export function resolveSchema(document: OpenApiDocument, schema: Schema): Schema {
  const name = referredName(schema);
  return (name === undefined ? undefined : document.components?.schemas?.[name]) ?? schema;
}

export function scalarType(schema: Schema): Parameter["type"] {
  const type = schema.type;
  return type === "integer" || type === "number" || type === "boolean" ? type : "string";
}

function readResponses(document: OpenApiDocument, operation: OpenApiOperation): ServiceResponse[] {
  return Object.entries(operation.responses).map(([status, response]) => {
    const documented = readStatus(status);
    if (documented === undefined)
      throw new SpecError(`${operation.operationId} answers "${status}", which is no status.`);
    const bodySchemas = schemasOf(document, response.content);
    return {
      status: documented,
      description: response.description,
      contents: readContents(document, bodySchemas),
      bodySchemas,
      headers: response.headers ?? {},
    };
  });
}

/** Of a form of several parts, what is referred to: its files are left out where it is judged. */
function schemasOf(document: OpenApiDocument, content: OpenApiContent = {}): ContentSchemas {
  return new Map(
    Object.entries(content).map(([type, { schema }]) => [
      type,
      type.startsWith("multipart/") ? resolveSchema(document, schema) : schema,
    ]),
  );
}

/** The schema of a body, of the content type that a message names or of the first. */
export function bodySchemaOf(schemas: ContentSchemas, contentType?: string): Schema | undefined {
  return contentType === undefined ? [...schemas.values()][0] : schemas.get(contentType);
}

function othersOf([, ...others]: readonly BodyContent[]): { others?: readonly BodyContent[] } {
  return others.length > 0 ? { others } : {};
}

/** A parameter, wherever the document has it. */
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
