import type { Underivable } from "@contract-toolkit/schemas/message-generator/messages";

/**
 * Why the mock does not respond as the contract documents:
 * - `no-credential`: the request lacks a required credential
 * - `forced-failure`: `--fail` asks for a failure
 * - `no-sample`: the operation has no sample, and no response can be derived from its schemas
 * - `callback-refused`: a callback cannot be sent as it was asked for
 */
export type MockErrorCode = "no-credential" | "forced-failure" | "no-sample" | "callback-refused";

/** An error of the mock itself. `code` says which. */
export class MockError extends Error {
  override readonly name = "MockError";
  readonly code: MockErrorCode;
  /** The HTTP status of the response, if the error decides it. */
  readonly status: number | undefined;
  /** The skeleton shows the message to the client. */
  readonly expose = true;

  constructor(code: MockErrorCode, message: string, status?: number) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

/** Whether an error is one of the mock with this code. */
export function hasCode(error: unknown, code: MockErrorCode): error is MockError {
  return error instanceof MockError && error.code === code;
}

/** The error of an operation without a sample. */
export function noSample({ operation, field, reason, source }: Underivable): MockError {
  return new MockError(
    "no-sample",
    `${operation} has no sample to answer with, and none can be derived: ${field} ${reason} ` +
      `(${source.file}:${source.line}). Add an @opExample.`,
  );
}
