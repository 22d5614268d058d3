import { STATUS_CODES } from "node:http";
import { isContainer } from "@contract-toolkit/contract/messages";
import type { ProblemResponseWithStatus } from "../options.ts";
import { statusOf, type Problem } from "../problem.ts";

/**
 * The default response to a problem: a problem of RFC 9457 with the usual status. A thrown error is answered with its own
 * `status` or `statusCode` from 400 to 499, as those of Express and `http-errors`, and with its message if it has
 * `expose: true`. Any other error is a 500 without details.
 *
 * @example
 * const errorHandler = (problem: Problem) => problem.kind === "thrown" ? mine(problem.error) : problemDetails(problem);
 */
export function problemDetails(problem: Problem): ProblemResponseWithStatus {
  const status = statusOf(problem);
  const detail = describeProblem(problem);
  return {
    status,
    body: {
      type: "about:blank",
      title: STATUS_CODES[status] ?? "Error",
      status,
      ...(detail !== undefined && { detail }),
      ...(problem.kind === "invalid-request" && {
        errors: problem.violations.map(({ field, reason }) => ({ field, reason })),
      }),
    },
    contentType: "application/problem+json",
  };
}

/** Whether a body has valid members of RFC 9457, section 3.1. It may have others. */
export function isProblemDetails(body: unknown, status: number): boolean {
  if (!isContainer(body)) return false;
  const { type, title, detail, instance, status: stated } = body;
  const texts = [type, title, detail, instance].filter((member) => member !== undefined);
  return texts.every((member) => typeof member === "string") && (stated ?? status) === status;
}

function describeProblem(problem: Problem): string | undefined {
  switch (problem.kind) {
    case "unsupported-media-type":
      return `The body must be sent as ${problem.expected}.`;
    case "body-too-large":
      return `The body must not exceed ${problem.limitBytes} bytes.`;
    case "method-not-allowed":
      return `This path takes ${problem.allow.join(", ")} only.`;
    case "invalid-request":
      return problem.omittedViolations === 0
        ? "The request is not valid; see errors."
        : `The request is not valid; see errors. ${problem.omittedViolations} more are not listed.`;
    case "thrown":
      return exposedMessageOf(problem.error);
    case "unknown-path":
    case "malformed-request":
    case "invalid-response":
      return undefined;
  }
}

function exposedMessageOf(error: unknown): string | undefined {
  return error instanceof Error &&
    "expose" in error &&
    error.expose === true &&
    statusOf({ kind: "thrown", error }) < 500
    ? error.message
    : undefined;
}
