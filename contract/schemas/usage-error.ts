/** The command cannot do what it was asked to do. `message` says why, and what to change. */
export class UsageError extends Error {
  readonly code: "usage" | "spec-does-not-compile" | "cannot-compare" = "usage";
  /** Whether the command line itself is wrong, so that its usage is printed with the message. */
  readonly isOfCall: boolean;

  constructor(message: string, { isOfCall = false } = {}) {
    super(message);
    this.isOfCall = isOfCall;
  }
}
