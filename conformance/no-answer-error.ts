/** The target was asked, and has not answered in time. */
export class NoAnswerError extends Error {
  override readonly name = "NoAnswerError";
  readonly code = "no-answer";

  constructor(waitedMs: number) {
    super(`no answer within ${waitedMs / 1000} s`);
  }
}

/** Whether an error, or one that led to it, is that nothing was answered. */
export function isSilence(error: unknown): boolean {
  return error instanceof NoAnswerError || (error instanceof Error && isSilence(error.cause));
}
