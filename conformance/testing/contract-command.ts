import { main } from "../../scripts/command-line.ts";
import { printedBy } from "../../scripts/testing/printed.ts";

export interface CommandEnded {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
  /** Standard output followed by standard error. */
  readonly output: string;
}

/** Runs `contract` in this process, which is a second faster than a new process. */
export function contractHere(...args: string[]): Promise<CommandEnded> {
  return captured(() => main(args));
}

/** Runs a function and captures what it prints. */
export async function captured(command: () => Promise<number>): Promise<CommandEnded> {
  const { status, text, shown } = await printedBy(command);
  return { status, stdout: text, stderr: shown, output: text + shown };
}
