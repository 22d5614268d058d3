/** The target did not answer a request in time. */
export class NoAnswerError extends Error {
  override readonly name = "NoAnswerError";
  readonly code = "no-answer";

  constructor(waitedMs: number) {
    super(`no answer within ${waitedMs / 1000} s`);
  }
}

/** The target closed a connection without an answer. */
export class HungUpError extends Error {
  override readonly name = "HungUpError";
  readonly code = "hung-up";
}

/** Whether an error or one of its causes is a missing answer. */
export function isSilence(error: unknown): boolean {
  return error instanceof NoAnswerError || (error instanceof Error && isSilence(error.cause));
}

/** A provider state could not be set up because of an answer of the target. It counts as a failure of the target. */
export class TargetFaultError extends Error {
  readonly code = "target-fault";
}

/** The target cannot be driven any more, so its cases have no result. */
export class UnplayableError extends Error {
  override readonly name = "UnplayableError";
  readonly code = "unplayable";
}
