import type { Fault } from "@contract-toolkit/kernel";

/** One fault of a request as a client reads it: `field` is `content.pages`, `items[2].name` or a parameter's name. */
export interface FieldFault {
  readonly field: string;
  readonly reason: string;
  /** Error code of a value outside its bounds, where the contract gives it one of its own. */
  readonly code?: number;
  /** JSON pointer from the message's root, and the broken rule, where they are known: for `positionOfFault` of the kernel. */
  readonly pointer?: string;
  readonly rule?: string;
}

/** A request that breaks the contract. Its faults are listed within limits, so that they fit into any answer. */
export interface InvalidRequest extends ListedFaults {
  readonly kind: "invalid-request";
  /** Error code of bounds, when every fault, listed or not, has one. */
  readonly code?: number;
}

/** Faults as an answer may list them: 100 at most, with names and paths of 256 characters at most. */
export interface ListedFaults {
  readonly faults: readonly FieldFault[];
  /** How many more there are. */
  readonly omittedFaults: number;
}

/**
 * What is not a request of HTTP, or asks of HTTP what is not offered: 400 for what cannot be read or names no host,
 * 408 for what does not arrive in time, 413 and 431 for parts that are too long, 417 for an unknown expectation.
 */
export interface MalformedRequest {
  readonly kind: "malformed-request";
  readonly status: 400 | 408 | 413 | 417 | 431;
}

/** Everything that can keep a request from being answered by its handler. */
export type Problem =
  | { readonly kind: "unknown-path" }
  | { readonly kind: "method-not-allowed"; readonly allow: readonly string[] }
  | { readonly kind: "unsupported-media-type"; readonly expected: string }
  | { readonly kind: "body-too-large"; readonly limitBytes: number }
  | InvalidRequest
  | MalformedRequest
  | { readonly kind: "thrown"; readonly error: unknown }
  | {
      readonly kind: "invalid-response";
      readonly detail: string;
      /** What the contract has against the answer, if it was judged. */
      readonly faults?: readonly Fault[];
    };

/** The status that HTTP has for a problem, or an error that was thrown for itself. */
export function statusOf(problem: Problem): number {
  if (problem.kind === "thrown") return statusOfThrown(problem.error);
  return problem.kind === "malformed-request" ? problem.status : statuses[problem.kind];
}

function statusOfThrown(error: unknown): number {
  if (!(error instanceof Error)) return 500;
  const { status, statusCode } = error as { status?: unknown; statusCode?: unknown };
  const stated = status ?? statusCode;
  return Number.isInteger(stated) && 400 <= Number(stated) && Number(stated) < 500
    ? Number(stated)
    : 500;
}

const statuses: Readonly<Record<Exclude<Problem["kind"], "malformed-request" | "thrown">, number>> =
  {
    "unknown-path": 404,
    "method-not-allowed": 405,
    "unsupported-media-type": 415,
    "body-too-large": 413,
    "invalid-request": 400,
    "invalid-response": 500,
  };

/** Carries a problem through the stages of a request. */
export class ProblemError extends Error {
  readonly code = "problem";
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.kind);
    this.problem = problem;
  }
}

/** The problem of an answer that must not leave. */
export function invalidResponse(detail: string, faults?: readonly Fault[]): ProblemError {
  return new ProblemError({ kind: "invalid-response", detail, ...(faults && { faults }) });
}
