/**
 * Why a call brought no documented answer:
 * - `invalid-request`: a path, header or body value that no HTTP request can carry; nothing was sent
 * - `network`: no connection, or it broke off before the answer was complete
 * - `timeout`: an attempt took longer than `timeoutMs`
 * - `aborted`: the caller's signal
 * - `undocumented-status`: an answer with a status that the contract does not have for the operation
 * - `invalid-body`: a documented status with a body that is not JSON
 * - `response-validation`: an answer that response validation refused (`ContractError`)
 */
export type TransportErrorCode =
  | "invalid-request"
  | "network"
  | "timeout"
  | "aborted"
  | "undocumented-status"
  | "invalid-body"
  | "response-validation";

/** What is known of a call that failed. Nothing in it comes from the request but its id. */
export interface FailedCall {
  /** operationId of the call. */
  readonly operation: string;
  /** The id the request was sent under, if its operation takes one. */
  readonly requestId?: string | undefined;
  /** HTTP status, once there was an answer. */
  readonly status?: number | undefined;
  /** The beginning of the answer's body, where the body is what is wrong. */
  readonly text?: string | undefined;
}

/** A call that brought no documented answer. Whether the service acted on it is unknown, except for `invalid-request`. */
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

/** Characters; errors end up in logs, which a proxy's error page must not fill. */
const textLimit = 1000;

/** Why something failed; `fetch` itself says no more than that it did: why, is in its cause. */
export function reasonOf(error: unknown): string {
  const deepest = (error instanceof Error && error.cause) || error;
  return (deepest instanceof Error && deepest.message) || String(deepest);
}
