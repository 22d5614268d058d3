import {
  getOpExamples,
  serializeValueAsJson,
  type OpExample,
  type Program,
} from "@typespec/compiler";
import type { HttpProperty } from "@typespec/http";
import {
  getProviderStates,
  responseOfExample,
  responseProperties,
  valueAt,
} from "@contract-toolkit/typespec/program";
import { SpecError, type Spec } from "./compile.ts";
import { markedParts, type Mark } from "./marked-values.ts";
import { positionOf } from "./source-positions.ts";
import type { Service, ServiceOperation } from "./service.ts";
import type { Sample, SampleRequest, SampleResponse, Schema } from "@contract-toolkit/kernel";

/**
 * The samples of a service (`@opExample`), as they are on the wire, with the provider states of each.
 *
 * @throws {SpecError} for a sample without a title, or a provider state that names no sample.
 */
export function readSamples(spec: Spec, service: Service): Sample[] {
  return service.operations.flatMap((each) => {
    const examples = getOpExamples(spec.program, each.http.operation);
    const samples = examples
      .map((example) => readSample(spec, service, each, example))
      .sort((a, b) => a.source.file.localeCompare(b.source.file) || a.source.line - b.source.line);
    const names = new Set(samples.map(({ name }) => name));
    for (const { sample } of getProviderStates(spec.program, each.http.operation)) {
      if (!names.has(sample)) {
        throw new SpecError(
          `@providerState of ${each.operation.id} names the sample "${sample}", which it does not have.`,
        );
      }
    }
    return samples;
  });
}

function readSample(
  spec: Spec,
  service: Service,
  each: ServiceOperation,
  example: OpExample,
): Sample {
  const { operation } = each.http;
  const { id } = each.operation;
  const value = example.parameters ?? example.returnType;
  if (!example.title || !value) {
    throw new SpecError(
      `A sample of ${id} has no title or no content; give @opExample a title that names it.`,
    );
  }
  const name = example.title;
  const source = positionOf(spec, value) ?? each.operation.source;
  const request = requestOf(spec.program, each, example);
  const response = responseOf(spec.program, each, example);
  const schema = each.responses.find(({ status }) => status === response.status)?.bodySchema;
  const marked = (shape: Schema | undefined, body: unknown, mark: Mark) =>
    shape ? markedParts(service.documents.annotated, shape, body, mark, "/body") : [];
  return {
    operation: id,
    name,
    why: example.description ?? "",
    source,
    providerStates: getProviderStates(spec.program, operation)
      .filter((state) => state.sample === name)
      .map((state) => ({ name: state.name, values: state.values })),
    request,
    response,
    fresh: marked(each.bodySchema, request.body, "x-fresh")
      .filter(({ isPresent }) => isPresent)
      .map(({ pointer, schema: { maxLength } }) => ({
        pointer,
        ...(typeof maxLength === "number" && { maxLength }),
      })),
    serverMade: marked(schema, response.body, "x-server-made").map(({ pointer }) => pointer),
  };
}

function requestOf(program: Program, each: ServiceOperation, example: OpExample): SampleRequest {
  const { operation, parameters } = each.http;
  const request = {
    path: {},
    query: {},
    headers: {},
    body: undefined as unknown,
  };
  if (!example.parameters) return request;
  const json = serializeValueAsJson(program, example.parameters, operation.parameters);
  for (const property of parameters.properties) {
    const value = valueAt(json, property.path);
    if (value === undefined) continue;
    switch (property.kind) {
      case "path":
      case "query":
      case "header":
        Object.assign(request[property.kind === "header" ? "headers" : property.kind], {
          [property.options.name]: value,
        });
        break;
      default:
        request.body = addToBody(request.body, property, value);
    }
  }
  return request;
}

function responseOf(program: Program, each: ServiceOperation, example: OpExample): SampleResponse {
  if (!example.returnType) {
    throw new SpecError(
      `Sample "${String(example.title)}" of ${each.operation.id} has no returnType.`,
    );
  }
  const shown = responseOfExample(program, each.http, example);
  if (!shown) {
    throw new SpecError(
      `Sample "${String(example.title)}" of ${each.operation.id} fits none of its responses.`,
    );
  }
  const { response, json } = shown;
  const headers: Record<string, unknown> = {};
  let body: unknown;
  for (const property of responseProperties(response)) {
    const value = valueAt(json, property.path);
    if (value === undefined || property.kind === "statusCode") continue;
    if (property.kind === "header") headers[property.options.name] = value;
    else body = addToBody(body, property, value);
  }
  if (
    body === undefined &&
    response.responses[0]?.body &&
    responseProperties(response).length === 0
  )
    body = json;
  return { status: Number(response.statusCodes), headers, body };
}

/** A whole body, or one property of a body that is spread among the parameters. */
function addToBody(body: unknown, property: HttpProperty, value: unknown): unknown {
  if (property.kind !== "bodyProperty") return value;
  return { ...(body as object | undefined), [property.property.name]: value };
}
