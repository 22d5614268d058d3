/** The command cannot do what it was asked for. */
export class UsageError extends Error {
  readonly code = "usage";
  /** Whether the words of the command are wrong, so that its usage helps. */
  readonly isOfCall: boolean;

  constructor(message: string, { isOfCall = false } = {}) {
    super(message);
    this.isOfCall = isOfCall;
  }
}
