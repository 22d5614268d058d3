import { printableJson } from "@contract-toolkit/contract/escaping";
import { terminalText, type Line } from "@contract-toolkit/contract/terminal-text";

/** Prints lines on standard output, with colours if it is a terminal and `NO_COLOR` is not set. */
export function printLines(lines: readonly Line[]): void {
  process.stdout.write(terminalText(lines, isPlainTerminal(), terminalColumns()));
}

/** Prints messages for people on standard error, so that standard output stays readable for programs. */
export function printToStderr(lines: readonly Line[]): void {
  process.stderr.write(
    terminalText(lines, isPlainTerminal(process.stderr), terminalColumns(process.stderr)),
  );
}

/** Prints a value as JSON. */
export function printJson(value: unknown, indent = 2): void {
  process.stdout.write(`${printableJson(value, indent)}\n`);
}

/** Whether to print without colours. See https://no-color.org. */
export function isPlainTerminal(stream: NodeJS.WriteStream = process.stdout): boolean {
  return !stream.isTTY || Boolean(process.env["NO_COLOR"]);
}

/** Where to break lines: at the width of the terminal, or at `COLUMNS`. Lines for programs stay whole, so that they can be searched. */
export function terminalColumns(stream: NodeJS.WriteStream = process.stdout): number {
  return Number(process.env["COLUMNS"]) || (stream.isTTY && stream.columns) || Infinity;
}
