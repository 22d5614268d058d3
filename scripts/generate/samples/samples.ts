import {
  getEncode,
  isVoidType,
  serializeValueAsJson,
  type Diagnostic,
  type OpExample,
  type Program,
  type Type,
} from "@typespec/compiler";
import {
  type HttpOperationResponse,
  type HttpOperationResponseContent,
  type HttpPayloadBody,
  type HttpProperty,
  resolveRequestVisibility,
  Visibility,
} from "@typespec/http";
import {
  getProviderStateDeclarations,
  isDeepObject,
  nearestResponse,
  responseOfExample,
  responseProperties,
  sortedSamples,
  statusOfExample,
  valueAtPath,
  writtenAt,
} from "@contract-toolkit/typespec/program";
import { atVersion } from "./sample-at-version.ts";
import { SpecError } from "../spec-error.ts";
import type { Spec } from "../compile.ts";
import { oncePer } from "../memoize.ts";
import { markedParts, type Mark } from "../marked-values.ts";
import { findSourcePosition } from "../source-positions.ts";
import { findRepeated, refuse, specError, specFault } from "../spec-checks/spec-fault.ts";
import { bodySchemaOf, type Service, type ServiceOperation } from "../service-model/service.ts";
import {
  type BodyContents,
  documentedOf,
  isObject,
  namedType,
  statusKeyOf,
  type Sample,
  type SampleRequest,
  type SampleResponse,
  type Schema,
} from "@contract-toolkit/contract";
import { formSample } from "./form-sample.ts";
import { splitMessageParts, type MessageParts, type Placed } from "./message-parts.ts";
import { serializeSampleValue, partAt } from "./values.ts";

/** A sample, and the example of the specification that it comes from. */
export interface ReadSample {
  readonly sample: Sample;
  readonly example: OpExample;
}

/**
 * Reads the samples of a service (`@opExample`, `@refusalSamples`) as they are on the wire, with their provider states.
 * A sample without a title is named by its number in the operation: `sample-2`.
 *
 * @throws {SpecError} for a sample without a response, two samples with one title, or a provider state that names no
 * sample.
 */
export function readSamples(spec: Spec, service: Service): Sample[] {
  return readExamples(service, spec).map(({ sample }) => sample);
}

/** The samples of a service with their examples. They are read once. */
export const readExamples = oncePer((service: Service, spec: Spec): readonly ReadSample[] => {
  const violations: Diagnostic[] = [];
  const samples = service.operations.flatMap((operation) => {
    // Examples belong to the operation as written, not to its copy in a version.
    const examples = sortedSamples(spec.program, operation.written);
    const named = examples.map((example, index) => ({
      example,
      name: example.title ?? `sample-${index + 1}`,
    }));
    violations.push(...writeSampleViolations(spec, operation, named));
    return named.flatMap(({ name, example }) => {
      const sample = sampleOfVersion(operation, () =>
        readSample(spec, service, operation, name, example),
      );
      return sample ? [{ sample, example }] : [];
    });
  });
  refuse(violations);
  return samples;
});

/** A sample may show something that an older version does not have. */
function sampleOfVersion({ isNewest }: ServiceOperation, read: () => Sample): Sample | undefined {
  try {
    return read();
  } catch (error) {
    if (isNewest || !(error instanceof SpecError)) throw error;
    return undefined;
  }
}

interface Named {
  readonly example: OpExample;
  readonly name: string;
}

function writeSampleViolations(
  spec: Spec,
  serviceOperation: ServiceOperation,
  named: readonly Named[],
): Diagnostic[] {
  const { id } = serviceOperation.operation;
  const names = new Set(named.map(({ name }) => name));
  const twins = findRepeated(named, ({ name }) => name).map(([named]) =>
    specFault(
      named.example.parameters ?? named.example.returnType ?? serviceOperation.http.operation,
      "repeated-sample",
      `${id} has another sample "${named.name}". Give each @opExample a title of its own: it names the case.`,
    ),
  );
  const unknown = getProviderStateDeclarations(spec.program, serviceOperation.http.operation)
    .filter(({ value }) => !names.has(value.sample))
    .map(({ value, decorator }) =>
      specFault(
        decorator,
        "unknown-sample",
        `${id} has no sample "${value.sample}"; its samples are ${[...names].map((name) => `"${name}"`).join(", ") || "none"}. Name one of them in @providerState, or give an @opExample this title.`,
      ),
    );
  return [...twins, ...unknown];
}

function readSample(
  spec: Spec,
  service: Service,
  serviceOperation: ServiceOperation,
  name: string,
  example: OpExample,
): Sample {
  const { id } = serviceOperation.operation;
  const value = writtenAt(example);
  const source = (value && findSourcePosition(spec, value)) ?? serviceOperation.operation.source;
  const request = readSampleRequest(spec.program, service, serviceOperation, example);
  const response = readSampleResponse(spec.program, serviceOperation, name, example);
  const result = serviceOperation.responses.find(
    ({ status }) => status === statusKeyOf(serviceOperation.operation.responses, response.status),
  );
  const schema = result && bodySchemaOf(result.bodySchemas, response.contentType);
  const marked = (shape: Schema | undefined, body: unknown, mark: Mark) =>
    shape ? markedParts(service.documents.annotated, shape, body, mark, "/body") : [];
  const providerStates = getProviderStateDeclarations(spec.program, serviceOperation.http.operation)
    .filter((state) => state.value.sample === name)
    .map((state) => ({ name: state.value.name, values: state.value.values }));
  // A form gets a derived request, and a sample with a provider state is always played.
  const isResponseOnly =
    !example.parameters &&
    request.body === undefined &&
    providerStates.length === 0 &&
    (serviceOperation.operation.body?.required ||
      serviceOperation.parameters.some(({ required }) => required));
  return {
    operation: id,
    name,
    why: example.description ?? "",
    source,
    providerStates,
    request,
    ...(isResponseOnly && { isResponseOnly }),
    response,
    fresh: marked(
      bodySchemaOf(serviceOperation.bodySchemas, request.contentType),
      request.body,
      "x-fresh",
    )
      .filter(({ isPresent }) => isPresent)
      .map(({ pointer, schema: { maxLength } }) => ({
        pointer,
        ...(typeof maxLength === "number" && { maxLength }),
      })),
    generated: marked(schema, response.body, "x-generated").map(({ pointer }) => pointer),
  };
}

function readSampleRequest(
  program: Program,
  service: Service,
  serviceOperation: ServiceOperation,
  example: OpExample,
): SampleRequest {
  const { operation, parameters } = serviceOperation.http;
  const { written } = serviceOperation;
  const hasCookies = serviceOperation.parameters.some((parameter) => parameter.in === "cookie");
  const request = { path: {}, query: {}, headers: {}, ...(hasCookies && { cookies: {} }) };
  if (!example.parameters) return { ...request, ...formSample(service, serviceOperation) };
  const json = atVersion(
    program,
    example.parameters,
    { written: written.parameters, version: operation.parameters },
    serializeSampleValue(
      program,
      example.parameters,
      written.parameters,
      resolveRequestVisibility(program, operation, serviceOperation.http.verb),
    ),
  );
  const { placed, body } = splitMessageParts(
    json,
    parameters.properties,
    isSpread(parameters.body),
  );
  for (const [property, value] of placed) {
    switch (property.kind) {
      case "query":
        Object.assign(
          request.query,
          // The fields of an exploded object are separate parameters.
          isObject(value) && !isDeepObject(program, property.property)
            ? value
            : { [property.options.name]: value },
        );
        break;
      case "path":
        Object.assign(request[property.kind], { [property.options.name]: value });
        break;
      case "cookie":
        request.cookies = { ...request.cookies, [property.options.name]: value };
        break;
      case "header":
        Object.assign(request.headers, {
          [property.options.name]: headerSampleText(program, property, value),
        });
    }
  }
  return {
    ...request,
    ...namedType(
      serviceOperation.operation.body,
      findContentType(serviceOperation.operation.body, placed),
    ),
    body,
  };
}

function findContentType(
  documented: Partial<BodyContents> | undefined,
  placed: readonly Placed[],
): string | undefined {
  const given = placed.find(([{ kind }]) => kind === "contentType")?.[1];
  return typeof given === "string" ? given : documented?.contentType;
}

/** A time in a header is an HTTP date unless it has `@encode`. The compiler always writes ISO 8601. */
function headerSampleText(program: Program, { property }: HttpProperty, value: unknown): unknown {
  const isTime = isTimeWithoutEncoding(program, property.type);
  return typeof value === "string" && isTime && getEncode(program, property) === undefined
    ? new Date(value).toUTCString()
    : value;
}

function isTimeWithoutEncoding(program: Program, type: Type): boolean {
  if (type.kind !== "Scalar" || getEncode(program, type)) return false;
  const isTime = ["utcDateTime", "offsetDateTime"].includes(type.name);
  if (isTime && program.checker.isStdType(type)) return true;
  return type.baseScalar !== undefined && isTimeWithoutEncoding(program, type.baseScalar);
}

/** Whether the body consists of the properties that are not sent elsewhere. */
function isSpread(body: HttpPayloadBody | undefined): boolean {
  return body !== undefined && body.property === undefined;
}

function readSampleResponse(
  program: Program,
  serviceOperation: ServiceOperation,
  name: string,
  example: OpExample,
): SampleResponse {
  const subject = `Sample "${name}" of ${serviceOperation.operation.id}`;
  if (!example.returnType) {
    // No value can be written for void.
    if (isVoidType(serviceOperation.http.operation.returnType)) return { status: 204, headers: {} };
    throw specError(
      example.parameters ?? serviceOperation.http.operation,
      "sample-without-response",
      `${subject} has no response, so nothing can be expected of it. Give it a returnType.`,
    );
  }
  const shown = responseOfExample(program, serviceOperation.http, example, (_, value, version) => {
    const written = serviceOperation.written.returnType;
    const json = serializeSampleValue(program, value, written, Visibility.Read);
    return atVersion(program, value, { written, version }, json);
  });
  if (!shown) {
    const json = serializeValueAsJson(
      program,
      example.returnType,
      serviceOperation.written.returnType,
    );
    const nearest = nearestResponse(serviceOperation.http, json);
    const reason = nearest ? ` Its fields are those of ${nearest.name}, its status is not.` : "";
    const statuses = Object.keys(serviceOperation.operation.responses).join(", ");
    throw specError(
      partAt(example.returnType, nearest?.path ?? []),
      "unknown-response",
      `${subject} fits none of its responses.${reason} Name the status that it shows, of ${statuses}.`,
    );
  }
  const { response, json } = shown;
  const status = statusOfExample(shown);
  if (status === undefined) {
    throw specError(
      example.returnType,
      "sample-without-status",
      `${subject} shows an error of any status, so no status can be expected. Give the error model a status: @minValue(400) @maxValue(599) @statusCode _: int32.`,
    );
  }
  const documented = documentedOf(serviceOperation.operation.responses, status);
  const { placed, body } = documented?.others
    ? partsOfContent(response, json)
    : splitMessageParts(json, responseProperties(response), isWhollySpread(response.responses));
  const headers = placed.flatMap(([property, value]) =>
    property.kind === "header"
      ? [[property.options.name, headerSampleText(program, property, value)] as const]
      : [],
  );
  return {
    status,
    headers: Object.fromEntries(headers),
    ...namedType(documented, findContentType(documented, placed)),
    body,
  };
}

function isWhollySpread(contents: readonly HttpOperationResponseContent[]): boolean {
  return contents.length > 0 && contents.every(({ body }) => isSpread(body));
}

/** Splits a sample by the content that it shows: the one whose content type it gives, or one without a content type. */
function partsOfContent({ responses }: HttpOperationResponse, json: unknown): MessageParts {
  const shown = responses.find(({ properties, body }) => {
    const property = properties.find(({ kind }) => kind === "contentType");
    const given: unknown = property && valueAtPath(json, property.path);
    return typeof given === "string" && body?.contentTypes.includes(given);
  });
  const content =
    shown ??
    responses.find(({ properties }) => !properties.some(({ kind }) => kind === "contentType")) ??
    responses[0];
  return splitMessageParts(json, content?.properties ?? [], isSpread(content?.body));
}
