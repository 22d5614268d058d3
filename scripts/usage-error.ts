/** The command cannot do what it was asked for; `help`, where it is of use, says how to ask. */
export class UsageError extends Error {
  readonly code = "usage";
  readonly help: string | undefined;

  constructor(message: string, help?: string) {
    super(message);
    this.help = help;
  }
}
