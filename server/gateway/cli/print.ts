import { terminalText } from "@contract-toolkit/kernel";

/** Prints lines, whatever others wrote in them. */
export function print(lines: readonly string[]): void {
  process.stdout.write(terminalText(lines, true));
}

/** Prints why a command could not run. */
export function tell(error: unknown): void {
  const text = error instanceof Error ? error.message : String(error);
  process.stderr.write(terminalText(text.split("\n"), true));
}
