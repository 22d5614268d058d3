/** The command was called in a way it does not understand; `help` says how to call it. */
export class UsageError extends Error {
  readonly code = "usage";
  readonly help: string;

  constructor(message: string, help: string) {
    super(message);
    this.help = help;
  }
}
