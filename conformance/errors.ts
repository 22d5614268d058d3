/** The target was asked, and has not answered in time. */
export class NoAnswerError extends Error {
  override readonly name = "NoAnswerError";
  readonly code = "no-answer";

  constructor(waitedMs: number) {
    super(`no answer within ${waitedMs / 1000} s`);
  }
}

/** The connection to the target came about, and ended without an answer. */
export class HungUpError extends Error {
  override readonly name = "HungUpError";
  readonly code = "hung-up";
}

/** Whether an error, or one that led to it, is that nothing was answered. */
export function isSilence(error: unknown): boolean {
  return error instanceof NoAnswerError || (error instanceof Error && isSilence(error.cause));
}

/** A provider state could not be set up because of what the target under test has answered: it counts against the target. */
export class TargetFaultError extends Error {
  readonly code = "target-fault";
}

/** What is tested can no longer be driven, so that nothing can be said of it: neither that it kept the contract nor that it broke it. */
export class UnplayableError extends Error {
  override readonly name = "UnplayableError";
  readonly code = "unplayable";
}
