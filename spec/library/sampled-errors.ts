import { getOpExamples, type Program } from "@typespec/compiler";
import type { HttpOperation, HttpOperationResponse } from "@typespec/http";
import { codeProperty, literalCodes } from "./error-codes.ts";
import {
  type ExampleResponse,
  responseOfExample,
  responseProperties,
  valueAtPath,
} from "./examples.ts";

/** An error of an operation: its status, and its code if the codes of the status are listed. */
interface DeclaredError {
  readonly status: number;
  readonly code?: number;
}

/** The errors that an operation declares and no sample shows. */
export function unsampledErrors(program: Program, http: HttpOperation): DeclaredError[] {
  const shown = getOpExamples(program, http.operation).map((example) =>
    responseOfExample(program, http, example),
  );
  return http.responses
    .flatMap((response) => declaredErrors(program, response))
    .filter(
      (error) =>
        !shown.some(
          (exampleResponse) => exampleResponse && showsError(program, exampleResponse, error),
        ),
    );
}

/** Whether a response has the status and the code of an error. */
export function showsError(
  program: Program,
  { response, json }: ExampleResponse,
  { status, code }: DeclaredError,
): boolean {
  if (response.statusCodes !== status) return false;
  if (code === undefined) return true;
  const body = responseProperties(response).find(
    ({ kind }) => kind === "body" || kind === "bodyRoot",
  );
  const type = response.responses.find((content) => content.body)?.body?.type;
  const property = type && codeProperty(program, type);
  return (
    property !== undefined && valueAtPath(json, [...(body?.path ?? []), property.name]) === code
  );
}

function declaredErrors(program: Program, response: HttpOperationResponse): DeclaredError[] {
  const status = response.statusCodes;
  if (typeof status !== "number" || status < 400) return [];
  const codes = response.responses.flatMap(({ body }) =>
    body ? literalCodes(program, body.type) : [],
  );
  return codes.length > 0 ? codes.map((code) => ({ status, code })) : [{ status }];
}
