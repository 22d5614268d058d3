import {
  getTypeName,
  isArrayModelType,
  serializeValueAsJson,
  type OpExample,
  type Program,
  type Type,
  type Value,
} from "@typespec/compiler";
import type { HttpOperation, HttpOperationResponse, HttpProperty } from "@typespec/http";

/** The response that an example shows, and its value as JSON. */
export interface ExampleResponse {
  readonly response: HttpOperationResponse;
  readonly json: unknown;
}

/**
 * The response of the operation that `example` shows; undefined if it shows none.
 *
 * @param jsonOf writes a value of a type as JSON
 */
export function responseOfExample(
  program: Program,
  { operation, responses }: HttpOperation,
  example: OpExample,
  jsonOf: (program: Program, value: Value, type: Type) => unknown = serializeValueAsJson,
): ExampleResponse | undefined {
  if (!example.returnType) return undefined;
  const json = jsonOf(program, example.returnType, operation.returnType);
  const response =
    responses.find((candidate) => namesStatus(candidate, json)) ??
    responses.find((candidate) => !statusProperty(candidate) && hasRequired(candidate, json)) ??
    responses.find((candidate) => !statusProperty(candidate));
  return response && { response, json };
}

/**
 * The response whose fields a response has although its status differs: its name, and the path of the status in the
 * sample.
 */
export function nearestResponse(
  { responses }: HttpOperation,
  json: unknown,
): { readonly name: string; readonly path: string[] } | undefined {
  const nearest = responses.find((response) => hasRequired(response, json));
  const status = nearest && statusProperty(nearest);
  return status && { name: getTypeName(nearest.type), path: status.path.map(String) };
}

/** The properties of a response with metadata decorators, for all content types. */
export function responseProperties(response: HttpOperationResponse): HttpProperty[] {
  return response.responses.flatMap(({ properties }) => properties);
}

/** The value at `path` below `value`, or undefined. */
export function valueAtPath(value: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (inside, step) =>
      typeof inside === "object" && inside !== null
        ? (inside as Record<string | number, unknown>)[step]
        : undefined,
    value,
  );
}

/** A response with a status property has that status in the example. A response without one is the success. */
function namesStatus(response: HttpOperationResponse, json: unknown): boolean {
  const property = statusProperty(response);
  if (property === undefined) return false;
  const status = valueAtPath(json, property.path);
  const { statusCodes } = response;
  return typeof statusCodes === "object" && typeof status === "number"
    ? statusCodes.start <= status && status <= statusCodes.end
    : status === statusCodes;
}

/** Several responses may have no status: a success and an error. */
function hasRequired({ type }: HttpOperationResponse, json: unknown): boolean {
  const isInside = typeof json === "object" && json !== null;
  if (type.kind === "Scalar") return !isInside;
  if (type.kind !== "Model") return true;
  if (isArrayModelType(type)) return Array.isArray(json);
  if (!isInside) return true;
  return (
    !Array.isArray(json) &&
    [...type.properties.values()].every(({ name, optional }) => optional || name in json)
  );
}

/** The status that an example shows; undefined if the response has several and the example names none. */
export function statusOfExample({ response, json }: ExampleResponse): number | undefined {
  const property = statusProperty(response);
  const named = property && valueAtPath(json, property.path);
  if (typeof named === "number") return named;
  return typeof response.statusCodes === "number" ? response.statusCodes : undefined;
}

function statusProperty(response: HttpOperationResponse): HttpProperty | undefined {
  return responseProperties(response).find(({ kind }) => kind === "statusCode");
}
