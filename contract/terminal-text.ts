import { inert, printable } from "./escaping.ts";

/** A part of a line with a style. */
export interface Styled {
  readonly style: keyof typeof codes;
  readonly text: string;
}

/** A line for a terminal or a log. Its texts are escaped: they cannot end the line, colour it or move the cursor. */
export type Line = string | readonly (string | Styled)[];

/**
 * Writes lines for a terminal or a log, each with its line feed. A line that is longer than `columns` is broken between
 * words, unless it is a command, which people copy.
 *
 * @example
 * terminalText([["  ", { style: "red", text: "error" }, " a\nb"]], true); // "  error a\\u000ab\n"
 */
export function terminalText(
  lines: readonly Line[],
  isPlain: boolean,
  columns: number = Infinity,
): string {
  const written = lines.flatMap((line) => {
    const parts = typeof line === "string" ? [line] : line;
    const text = parts.map((part) => partText(part, isPlain)).join("");
    const isCommand = parts.some((part) => typeof part !== "string" && part.style === "command");
    return isCommand ? [text] : wrapLine(text, columns);
  });
  return written.map((line) => `${inert(line)}\n`).join("");
}

/**
 * Breaks a line between words. Its further lines begin below its last column, such as the description of an option, or its text.
 *
 * @param hanging before each further line, besides
 * @example
 * wrapLine("works: readItem, dropItem", 16, "  "); // ["works: readItem,", "  dropItem"]
 */
export function wrapLine(line: string, columns: number, hanging = ""): string[] {
  if (widthOf(line) <= columns) return [line];
  const plain = line.replaceAll(style, "");
  const [begin = ""] = /^ *(?:\S+(?: \S+)* {2,})?/.exec(plain) ?? [];
  const [lead = ""] = /^ */.exec(plain) ?? [];
  const indent = " ".repeat(begin.length < columns / 2 ? begin.length : lead.length) + hanging;
  const broken: string[] = [];
  let current = "";
  for (const word of line.split(/(?<=\S)(?= )/)) {
    current += word;
    if (widthOf(current) <= columns) continue;
    const before = current.slice(0, current.length - word.length);
    if (before.trim() !== "") broken.push(before);
    current = before.trim() === "" ? current : indent + word.trimStart();
    // A word such as a URL may be longer than a line.
    while (widthOf(current) > columns && !current.includes("\u001b")) {
      broken.push(current.slice(0, columns));
      current = indent + current.slice(columns);
    }
  }
  return [...broken, current];
}

function widthOf(text: string): number {
  return text.replaceAll(style, "").length;
}

/**
 * Cuts a long text in the middle, because its end often tells as much as its beginning.
 *
 * @example
 * cutMiddle("abcdefgh", 5); // "abcd…h"
 */
export function cutMiddle(text: string, most: number): string {
  const end = Math.floor(most / 3);
  return text.length > most
    ? `${text.slice(0, most - end)}…${text.slice(text.length - end)}`
    : text;
}

/** A line with spaces before it. */
export function indented(line: Line, spaces: number): Line {
  return [" ".repeat(spaces), ...(typeof line === "string" ? [line] : line)];
}

function partText(part: string | Styled, isPlain: boolean): string {
  if (typeof part === "string") return printable(part);
  const text = printable(part.text);
  return isPlain ? text : `\u001b[${codes[part.style]}m${text}\u001b[0m`;
}

/** ECMA-48, section 8.3.117. A command is dim. */
const codes = {
  bold: 1,
  dim: 2,
  command: 2,
  red: 31,
  green: 32,
  yellow: 33,
  cyan: 36,
  gray: 90,
} as const;
const style = /\u001b\[\d+m/g;
