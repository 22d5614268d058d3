import { vi } from "vitest";
import { main } from "../../scripts/command-line.ts";

/** How a command has ended. */
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
  const [stdout, stderr]: [string[], string[]] = [[], []];
  using log = vi.spyOn(console, "log");
  using error = vi.spyOn(console, "error");
  using written = vi.spyOn(process.stdout, "write");
  using told = vi.spyOn(process.stderr, "write");
  log.mockImplementation(printingTo(stdout));
  error.mockImplementation(printingTo(stderr));
  written.mockImplementation(writingTo(stdout));
  told.mockImplementation(writingTo(stderr));
  const status = await command();
  const texts = { stdout: stdout.join(""), stderr: stderr.join("") };
  return { status, ...texts, output: texts.stdout + texts.stderr };
}

function printingTo(output: string[]): typeof console.log {
  return (...texts: unknown[]) => {
    output.push(`${texts.map(String).join(" ")}\n`);
  };
}

function writingTo(output: string[]): typeof process.stdout.write {
  return (text) => {
    output.push(String(text));
    return true;
  };
}
