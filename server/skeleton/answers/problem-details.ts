import { STATUS_CODES } from "node:http";
import type { ProblemAnswer } from "../options.ts";
import { statusOf, type Problem } from "../problem.ts";

/**
 * The answer to a problem where nobody has said another: a problem of RFC 9457, with the status that HTTP has for it. An
 * error that was thrown answers its own `status` or `statusCode` from 400 to 499, as those of Express and `http-errors` do,
 * and its message if it says `expose: true`; any other is a 500 without a word.
 *
 * @example
 * const errorHandler = (problem: Problem) => problem.kind === "thrown" ? mine(problem.error) : problemDetails(problem);
 */
export function problemDetails(problem: Problem): ProblemAnswer {
  const status = problem.kind === "thrown" ? statusOfThrown(problem.error) : statusOf(problem);
  const detail = detailOf(problem);
  return {
    status,
    body: {
      type: "about:blank",
      title: STATUS_CODES[status] ?? "Error",
      status,
      ...(detail !== undefined && { detail }),
      ...(problem.kind === "invalid-request" && {
        errors: problem.faults.map(({ field, reason }) => ({ field, reason })),
      }),
    },
    contentType: "application/problem+json",
  };
}

/** Whether a body is what RFC 9457, section 3.1, says of its own members; there may be others. */
export function isProblemDetails(body: unknown, status: number): boolean {
  if (typeof body !== "object" || body === null) return false;
  const { type, title, detail, instance, status: stated } = body as Record<string, unknown>;
  const texts = [type, title, detail, instance].filter((member) => member !== undefined);
  return texts.every((member) => typeof member === "string") && (stated ?? status) === status;
}

function detailOf(problem: Problem): string | undefined {
  switch (problem.kind) {
    case "unsupported-media-type":
      return `The body must be sent as ${problem.expected}.`;
    case "body-too-large":
      return `The body must not exceed ${problem.limitBytes} bytes.`;
    case "method-not-allowed":
      return `This path takes ${problem.allow.join(", ")} only.`;
    case "invalid-request":
      return problem.omittedFaults === 0
        ? "The request is not valid; see errors."
        : `The request is not valid; see errors. ${problem.omittedFaults} more are not listed.`;
    case "thrown":
      return exposedMessageOf(problem.error);
    case "unknown-path":
    case "malformed-request":
    case "invalid-response":
      return undefined;
  }
}

function statusOfThrown(error: unknown): number {
  if (!(error instanceof Error)) return 500;
  const { status, statusCode } = error as { status?: unknown; statusCode?: unknown };
  const stated = status ?? statusCode;
  return Number.isInteger(stated) && 400 <= Number(stated) && Number(stated) < 500
    ? Number(stated)
    : 500;
}

function exposedMessageOf(error: unknown): string | undefined {
  return error instanceof Error &&
    "expose" in error &&
    error.expose === true &&
    statusOfThrown(error) < 500
    ? error.message
    : undefined;
}
