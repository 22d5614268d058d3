import type { Violation } from "@contract-toolkit/contract";
import { SkeletonError } from "./errors.ts";

/** A violation of a request as a client sees it. `field` is `content.pages`, `items[2].name` or the name of a parameter. */
export interface FieldViolation {
  readonly field: string;
  readonly reason: string;
  /** Error code of a value outside its bounds (`@boundsCode`). */
  readonly code?: number;
  /** JSON pointer from the message's root, and the broken rule, if they are known: for `positionOfViolation` of the contract package. */
  readonly pointer?: string;
  readonly rule?: string;
}

/** A request that violates the contract. Its list of violations is limited, so that it fits into any response. */
export interface InvalidRequest extends ListedViolations {
  readonly kind: "invalid-request";
  /** Set if every violation, listed or not, has an error code of bounds. */
  readonly code?: number;
}

/** At most 100 violations, with names and paths of at most 256 characters. */
export interface ListedViolations {
  readonly violations: readonly FieldViolation[];
  /** The number of violations that are not listed. */
  readonly omittedViolations: number;
}

/**
 * Invalid HTTP, or something that HTTP offers and the server does not: 400 for unreadable requests and those without a host,
 * 408 for requests that do not arrive in time, 413 and 431 for parts that are too long, 417 for an unknown expectation, 501 for
 * an unknown transfer coding.
 */
export interface MalformedRequest {
  readonly kind: "malformed-request";
  readonly status: 400 | 408 | 413 | 417 | 431 | 501;
}

/** Every reason why a handler does not answer a request. */
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
      /** The violations of the response, if it was judged. */
      readonly violations?: readonly Violation[];
    };

/** The HTTP status of a problem. */
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

/** Carries a problem through the steps of a request. */
export class ProblemError extends SkeletonError {
  override readonly name = "ProblemError";
  readonly problem: Problem;

  constructor(problem: Problem) {
    super("problem", problem.kind);
    this.problem = problem;
  }
}

/** The problem of a response that must not be sent. */
export function invalidResponse(detail: string, violations?: readonly Violation[]): ProblemError {
  return new ProblemError({ kind: "invalid-response", detail, ...(violations && { violations }) });
}
