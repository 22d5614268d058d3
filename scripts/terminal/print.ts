import { jsonText, terminalText, type Line } from "@contract-toolkit/kernel/escaping";

/** Prints lines on standard output, in colours where it is a terminal that shows them. */
export function print(lines: readonly Line[]): void {
  process.stdout.write(terminalText(lines, isPlain()));
}

/** Prints lines on standard error, which other programs do not read. */
export function tell(lines: readonly Line[]): void {
  process.stderr.write(terminalText(lines, isPlain(process.stderr)));
}

/** Prints a value as JSON. */
export function printJson(value: unknown, indent = 2): void {
  process.stdout.write(`${jsonText(value, indent)}\n`);
}

/** Whether a terminal shows no colours. See https://no-color.org. */
export function isPlain(stream: NodeJS.WriteStream = process.stdout): boolean {
  return !stream.isTTY || Boolean(process.env["NO_COLOR"]);
}
