/**
 * Why a call has no documented response:
 * - `invalid-request`: no HTTP request can carry a path, header or body value; nothing was sent
 * - `network`: there was no connection, or it ended before the response was complete
 * - `timeout`: an attempt took longer than `timeoutMs`, or all attempts together longer than `deadlineMs`
 * - `aborted`: the caller's signal aborted
 * - `undocumented-status`: the contract does not document the status for the operation
 * - `response-too-large`: the response has more bytes than `maxResponseBytes`
 * - `invalid-body`: the status is documented, but the body is not JSON
 * - `response-validation`: response validation refused the response (`ContractError`)
 */
export type TransportErrorCode =
  | "invalid-request"
  | "network"
  | "timeout"
  | "aborted"
  | "undocumented-status"
  | "response-too-large"
  | "invalid-body"
  | "response-validation";

/** A failed call. Of the request, it contains only the id. */
export interface FailedCall {
  /** operationId of the call. */
  readonly operation: string;
  /** The request id, if the operation takes one. */
  readonly requestId?: string | undefined;
  /** HTTP status, if there was a response. */
  readonly status?: number | undefined;
  /** The beginning of the body, if the status or the body is wrong. */
  readonly text?: string | undefined;
}

/** A call without a documented response. Unless the code is `invalid-request`, the service may have acted on it. */
export class TransportError extends Error {
  override readonly name: string = "TransportError";
  declare readonly code: TransportErrorCode;
  declare readonly operation: string;
  declare readonly requestId: string | undefined;
  declare readonly status: number | undefined;
  declare readonly text: string | undefined;

  constructor(code: TransportErrorCode, message: string, call: FailedCall, cause?: unknown) {
    super(`${call.operation}: ${message}`, { cause });
    Object.assign(this, call, { code, text: call.text?.slice(0, textLimit) });
  }
}

/** In characters. Errors are logged, and a proxy's error page would fill the log. */
const textLimit = 1000;

/** The message of an error, or of its cause: the errors of `fetch` have the reason in their cause. */
export function deepestErrorMessage(error: unknown): string {
  const deepest = (error instanceof Error && error.cause) || error;
  return (deepest instanceof Error && deepest.message) || String(deepest);
}

/** The error of a call whose signal aborted. */
export function abortedError(signal: AbortSignal, call: FailedCall): TransportError {
  return new TransportError("aborted", "ended by its signal", call, signal.reason);
}
