import { getOpExamples, type OpExample, type Program } from "@typespec/compiler";
import type { HttpOperation, HttpOperationResponse } from "@typespec/http";
import { codeProperty, literalCodes } from "./error-codes.ts";
import { responseOfExample, responseProperties, valueAt } from "./examples.ts";

/** One error of an operation: a status, and a code where the status has several or one fixed one. */
export interface DeclaredError {
  readonly status: number;
  readonly code?: number;
}

/** The errors that an operation declares and none of its samples shows. */
export function unsampledErrors(program: Program, http: HttpOperation): DeclaredError[] {
  const examples = getOpExamples(program, http.operation);
  return http.responses
    .flatMap((response) => declaredErrors(program, response))
    .filter((error) => !examples.some((example) => showsError(program, http, example, error)));
}

/** Whether an example has the status and the code of an error. */
export function showsError(
  program: Program,
  http: HttpOperation,
  example: OpExample,
  { status, code }: DeclaredError,
): boolean {
  const shown = responseOfExample(program, http, example);
  if (shown?.response.statusCodes !== status) return false;
  if (code === undefined) return true;
  const { response, json } = shown;
  const body = responseProperties(response).find(
    ({ kind }) => kind === "body" || kind === "bodyRoot",
  );
  const type = response.responses.find((content) => content.body)?.body?.type;
  const property = type && codeProperty(program, type);
  return property !== undefined && valueAt(json, [...(body?.path ?? []), property.name]) === code;
}

function declaredErrors(program: Program, response: HttpOperationResponse): DeclaredError[] {
  const status = response.statusCodes;
  if (typeof status !== "number" || status < 400) return [];
  const codes = response.responses.flatMap(({ body }) =>
    body ? literalCodes(program, body.type) : [],
  );
  return codes.length > 0 ? codes.map((code) => ({ status, code })) : [{ status }];
}
