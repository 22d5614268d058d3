import { inert, printable } from "./printable.ts";

/** A part of a line in a style of ours. */
export interface Styled {
  readonly style: keyof typeof codes;
  readonly text: string;
}

/** A line for a terminal or a log. Its texts may be anybody's: nothing in them ends the line, colours it or moves the cursor. */
export type Line = string | readonly (string | Styled)[];

/**
 * Lines as they are written to a terminal or a log, each with its end.
 *
 * @example
 * terminalText([["  ", { style: "red", text: "error" }, " a\nb"]], true); // "  error a\\u000ab\n"
 */
export function terminalText(lines: readonly Line[], isPlain: boolean): string {
  const written = lines.map((line) => {
    const parts = typeof line === "string" ? [line] : line;
    return inert(parts.map((part) => partText(part, isPlain)).join(""));
  });
  return written.map((line) => `${line}\n`).join("");
}

/** A line that stands below another. */
export function indented(line: Line, spaces: number): Line {
  return [" ".repeat(spaces), ...(typeof line === "string" ? [line] : line)];
}

function partText(part: string | Styled, isPlain: boolean): string {
  if (typeof part === "string") return printable(part);
  const text = printable(part.text);
  return isPlain ? text : `\u001b[${codes[part.style]}m${text}\u001b[0m`;
}

/** ECMA-48, 8.3.117. */
const codes = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, cyan: 36, gray: 90 } as const;
