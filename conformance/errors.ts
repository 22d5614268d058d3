/**
 * Why a run, or something that it needs, failed:
 * - `no-response`: the target did not respond in time
 * - `hung-up`: the target closed a connection without a response
 * - `missing-state`: a provider state, or a credential of the provider, was not made
 * - `target-fault`: a provider state could not be set up because of a response of the target, whose failure it is
 * - `unplayable`: the target cannot be driven any more, so its cases have no result
 * - `no-contract`: a folder has no generated contract
 * - `invalid-known-failures`: a list of known failures has an invalid line
 * - `invalid-file`: a file of scenarios is not written as it must be
 */
export type ConformanceErrorCode =
  | "no-response"
  | "hung-up"
  | "missing-state"
  | "target-fault"
  | "unplayable"
  | "no-contract"
  | "invalid-known-failures"
  | "invalid-file";

/** An error of the suite itself. `code` says which. */
export class ConformanceError extends Error {
  override readonly name = "ConformanceError";
  readonly code: ConformanceErrorCode;

  constructor(code: ConformanceErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** A provider state, or a credential of the provider, that a case needs was not made. */
export class MissingStateError extends ConformanceError {
  readonly state: string;

  constructor(state: string, message: string, options?: ErrorOptions) {
    super("missing-state", message, options);
    this.state = state;
  }
}

/**
 * Why a client has no documented response: `request`, it cannot be sent; `network`, no whole response came; `timeout`, it did not
 * come before the deadline; `response`, it is not what the contract documents.
 */
export const refusalKinds = ["request", "network", "timeout", "response"] as const;

export type RefusalKind = (typeof refusalKinds)[number];

/** A call of a client under test has no documented response. */
export class RefusedCallError extends Error {
  override readonly name = "RefusedCallError";
  readonly kind: RefusalKind;

  constructor(kind: RefusalKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}

/** Whether an error is one of the suite with this code. */
export function hasCode(error: unknown, code: ConformanceErrorCode): error is ConformanceError {
  return error instanceof ConformanceError && error.code === code;
}

/** The first error of the suite with this code among an error and its causes. */
export function findWithCode(
  error: unknown,
  code: ConformanceErrorCode,
): ConformanceError | undefined {
  if (hasCode(error, code)) return error;
  return error instanceof Error ? findWithCode(error.cause, code) : undefined;
}

/** The error of a response that did not come in time. */
export function noResponse(waitedMs: number): ConformanceError {
  return new ConformanceError("no-response", `no response within ${waitedMs / 1000} s`);
}

/** The error of a connection that was closed without a response. */
export function hungUp(cause?: unknown): ConformanceError {
  return new ConformanceError("hung-up", HUNG_UP, { cause });
}

/** The message of a closed connection. */
export const HUNG_UP = "the server has closed the connection without a response";
