/** The target did not answer a request in time. */
export class NoResponseError extends Error {
  override readonly name = "NoResponseError";
  readonly code = "no-response";

  constructor(waitedMs: number) {
    super(`no response within ${waitedMs / 1000} s`);
  }
}

/** The target closed a connection without a response. */
export class HungUpError extends Error {
  override readonly name = "HungUpError";
  readonly code = "hung-up";
}

/** The message of a closed connection. */
export const HUNG_UP = "the server has closed the connection without a response";

/** Whether an error or one of its causes is a missing response. */
export function isSilence(error: unknown): boolean {
  return error instanceof NoResponseError || (error instanceof Error && isSilence(error.cause));
}

/** Whether an error or one of its causes is a closed connection. */
export function isHungUp(error: unknown): boolean {
  return error instanceof HungUpError || (error instanceof Error && isHungUp(error.cause));
}

/** A provider state, or a credential of the provider, that a case needs was not made. */
export class MissingStateError extends Error {
  override readonly name = "MissingStateError";
  readonly code = "missing-state";
  readonly state: string;

  constructor(state: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.state = state;
  }
}

/** The state that is missing according to an error or one of its causes. */
export function missingStateOf(error: unknown): string | undefined {
  if (error instanceof MissingStateError) return error.state;
  return error instanceof Error ? missingStateOf(error.cause) : undefined;
}

/** A provider state could not be set up because of a response of the target. It counts as a failure of the target. */
export class TargetFaultError extends Error {
  readonly code = "target-fault";
}

/** The target cannot be driven any more, so its cases have no result. */
export class UnplayableError extends Error {
  override readonly name = "UnplayableError";
  readonly code = "unplayable";
}
