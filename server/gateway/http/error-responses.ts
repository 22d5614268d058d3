import {
  type ListedViolations,
  listViolations,
  type Problem,
  type ProblemResponseWithStatus,
} from "@contract-toolkit/skeleton";
import { DomainError, type DomainErrorCode, InvalidInputError } from "../domain/errors.ts";
import { mayPass } from "../platform/operator-error.ts";
import { ForcedError } from "./sandbox/forced-outcome.ts";

/** The HTTP status of each documented error code (choice "http-status"). Any other code is itself a status. */
const statuses: Readonly<Record<number, number>> = {
  1: 400,
  30: 409,
  32: 400,
  90: 400,
  140: 403,
  141: 403,
};

/** The error code of each error of the domain. */
const codes: Readonly<Record<DomainErrorCode, number>> = {
  "not-authenticated": 401,
  "invalid-input": 1,
  "sub-account-refused": 90,
  "method-not-permitted": 140,
  "bank-not-permitted": 141,
  "duplicate-order": 30,
  "not-found": 404,
  "state-forbids": 409,
};

/** Converts every problem of a request to an error of the contract. */
export function respondToProblem(problem: Problem): ProblemResponseWithStatus {
  switch (problem.kind) {
    case "unknown-path":
      return errorResponse(404, "There is no such path.");
    case "method-not-allowed":
      return errorResponse(405, `This path takes ${problem.allow.join(", ")} only.`);
    case "unsupported-media-type":
      return errorResponse(415, `The body must be sent as ${problem.expected}.`);
    case "body-too-large":
      return errorResponse(413, `The body must not exceed ${problem.limitBytes} bytes.`);
    case "malformed-request":
      return respondWithError(problem.status);
    case "invalid-request":
      // Code 1 comes before all others (choice "precedence").
      return respondWithError(problem.code ?? 1, problem);
    case "thrown":
      return respondToThrown(problem.error);
    case "invalid-response":
      return respondWithError(500);
  }
}

/** The 4xx status that Express, its body parsers and its file server give an error. It is undefined for any other error. */
export function clientErrorStatus(error: unknown): number | undefined {
  if (!(error instanceof Error) || !("status" in error)) return undefined;
  const { status } = error;
  return typeof status === "number" && status >= 400 && status < 500 ? status : undefined;
}

/** The response for an error code, with its general message. */
export function respondWithError(
  code: number,
  listed?: ListedViolations,
): ProblemResponseWithStatus {
  return errorResponse(code, messages[code] ?? "The request was refused.", listed);
}

const messages: Readonly<Record<number, string>> = {
  1: "Parameters or fields are missing or not valid; see errors.",
  30: "This order code has been used before; take a new one.",
  32: "The amount is out of bounds.",
  90: "X-Account-Ref-ID is not a sub account of this partner.",
  140: "The partner may not use this payment method.",
  141: "The partner may not use this bank.",
  400: "The request is not valid HTTP.",
  401: "The credential is missing or not valid.",
  404: "There is no such record.",
  408: "The request did not arrive in time.",
  409: "The record's state does not allow this.",
  413: "The body is too large.",
  415: "The body must be sent as application/json.",
  417: "The only supported expectation is 100-continue.",
  431: "The header fields are too large.",
  500: "The service failed; try again later.",
  501: "The only supported transfer coding is chunked.",
  503: "Nothing was done, because the service is not available; try again in some seconds.",
};

function respondToThrown(error: unknown): ProblemResponseWithStatus {
  if (error instanceof ForcedError) return respondWithError(error.errorCode);
  if (mayPass(error)) return { ...respondWithError(503), headers: later };
  if (!(error instanceof DomainError)) return respondWithError(500);
  const code = codes[error.code];
  return error instanceof InvalidInputError
    ? respondWithError(code, listViolations(error.violations))
    : errorResponse(code, error.message);
}

function errorResponse(
  errorCode: number,
  message: string,
  listed?: ListedViolations,
): ProblemResponseWithStatus {
  const errors = listed?.violations.map(({ field, reason }) => ({
    field: SHOWN_FIELD.test(field) && !LONG_NUMBER.test(field) ? field : NOT_SHOWN,
    reason,
  }));
  const omitted = listed?.omittedViolations ?? 0;
  const more = omitted === 0 ? "" : ` ${omitted} more are not listed.`;
  const status = statuses[errorCode] ?? errorCode;
  return {
    status,
    ...(status === 401 && { headers: challenge }),
    body: { errorCode, message: message + more, ...(errors && { errors }) },
  };
}

/** As long as a request waits for the database before it fails; then a server that restarts is usually there again. */
const later = { "Retry-After": "5" };

/** RFC 9110, section 15.5.2 (choice "www-authenticate"). */
const challenge = { "WWW-Authenticate": 'Bearer realm="X-SERVICE-AUTH"' };

/**
 * Names of fields that are shown. A client chooses the name of an undocumented field. It may be a credential, which is longer, or
 * text, which has other characters.
 */
const SHOWN_FIELD = /^[A-Za-z0-9_.[\]-]{1,64}$/;

/** 13 or more digits, with a mark between them or not, may be a card number. No documented name has so many. */
const LONG_NUMBER = /\d(?:[_.[\]-]?\d){12}/;

/** Shown in place of such a name. */
const NOT_SHOWN = "(not shown)";
