import { createRule, getOpExamples, paramMessage, type Program } from "@typespec/compiler";
import type { HttpOperation, HttpOperationResponse } from "@typespec/http";
import { codeProperty, literalCodes } from "../error-codes.ts";
import {
  responseOfExample,
  responseProperties,
  valueAt,
  type ExampleResponse,
} from "../examples.ts";
import { operationsOf } from "../message-fields.ts";

/** Every error that an operation declares is shown: each status, and each code of it. */
export const sampledError = createRule({
  name: "sampled-error",
  severity: "warning",
  description: "Declared errors have a sample, for each code of each status.",
  messages: {
    status: paramMessage`Operation '${"name"}' declares ${"status"} and has no sample of it; add an @opExample or take the status out.`,
    code: paramMessage`Operation '${"name"}' declares ${"status"} with code ${"code"} and has no sample of it; add an @opExample or take the code out.`,
  },
  create: (context) => ({
    root: (program) => {
      for (const http of operationsOf(program)) {
        for (const { status, code } of unsampled(program, http)) {
          context.reportDiagnostic({
            messageId: code === undefined ? "status" : "code",
            target: http.operation,
            format: {
              name: http.operation.name,
              status: String(status),
              code: String(code),
            },
          });
        }
      }
    },
  }),
});

/** One error of an operation: a status, and a code where the status has several or one fixed one. */
interface DeclaredError {
  readonly status: number;
  readonly code?: number;
}

function unsampled(program: Program, http: HttpOperation): DeclaredError[] {
  const samples = getOpExamples(program, http.operation)
    .map((example) => responseOfExample(program, http, example))
    .filter((shown) => shown !== undefined);
  const shown = samples.map((sample) => ({
    status: sample.response.statusCodes,
    code: codeOf(program, sample),
  }));
  return http.responses
    .flatMap((response) => declaredErrors(program, response))
    .filter(
      ({ status, code }) =>
        !shown.some(
          (sample) => sample.status === status && (code === undefined || sample.code === code),
        ),
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

/** The error code in the body of a sample, if its body has one. */
function codeOf(program: Program, { response, json }: ExampleResponse): unknown {
  const body = responseProperties(response).find(
    ({ kind }) => kind === "body" || kind === "bodyRoot",
  );
  const type = response.responses.find((content) => content.body)?.body?.type;
  const property = type && codeProperty(program, type);
  return property && valueAt(json, [...(body?.path ?? []), property.name]);
}
