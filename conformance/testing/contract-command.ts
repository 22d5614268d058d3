import { main } from "../../scripts/command-line.ts";
import { printedBy } from "../../scripts/testing/printed.ts";

export interface CommandEnded {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
  /** Both, one behind the other. */
  readonly output: string;
}

/** Runs `contract` in this process, which has loaded by now what a process of its own takes a second for. */
export function contractHere(...args: string[]): Promise<CommandEnded> {
  return captured(() => main(args));
}

/** Does what a command does, and keeps what it prints. */
export async function captured(command: () => Promise<number>): Promise<CommandEnded> {
  const { status, text, shown } = await printedBy(command);
  return { status, stdout: text, stderr: shown, output: text + shown };
}
