/**
 * Text that somebody else wrote (a name in a document, a value of an answer) as one line that is safe to print: what a
 * terminal obeys, what reorders or hides text, what ends a line and what XML cannot hold is written as `\uXXXX`. So is
 * `##[`, which begins a workflow command wherever it stands in a log of GitHub.
 *
 * @param most characters of the text that are shown
 * @example
 * printable("a\nb\u001b[2J"); // "a\\u000ab\\u001b[2J"
 */
export function printable(text: string, most: number = mostCharacters): string {
  const start = text.length > most ? `${text.slice(0, most)}…` : text;
  return start.replace(unprintable, escaped).replaceAll("##[", "#\\u0023[");
}

/** As `printable`, but for line feeds, and all of it: for text that has lines of its own, as in a report. */
export function printableLines(text: string): string {
  return text
    .split("\n")
    .map((line) => printable(line, Infinity))
    .join("\n");
}

/** As `printableLines`, for a log: no line is a workflow command. */
export function logText(text: string): string {
  return printableLines(text).split("\n").map(inert).join("\n");
}

/**
 * A line that GitHub does not take for a workflow command, which begins with `::`, behind spaces too.
 * See https://github.com/actions/runner/blob/main/src/Runner.Common/ActionCommand.cs.
 */
export function inert(line: string): string {
  return line.replace(/^([\s\p{Cf}\p{M}]*):(?=:)/u, "$1\\u003a");
}

/**
 * A value as JSON that is safe to print: `JSON.parse` gives the same value.
 *
 * @param indent spaces of each level; none: on one line
 */
export function jsonText(value: unknown, indent = 0): string {
  return printableLines(JSON.stringify(value, null, indent));
}

/** More of one text nobody reads on a terminal; a message with a command to repeat has about 1,500. */
const mostCharacters = 2000;

/** All that has no shape of its own, but for the two joiners, which emoji and several scripts need. */
const unprintable =
  /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]/gu;

function escaped(character: string): string {
  return character
    .split("")
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("");
}

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

/**
 * Text that somebody else wrote as code of a Markdown table or sentence: in code there are no links, images, HTML,
 * mentions and references to issues.
 *
 * @example
 * markdownCode("a`b|c"); // "``a`b\\|c``"
 */
export function markdownCode(text: string): string {
  if (text === "") return "";
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map((each) => each.length));
  const fence = "`".repeat(longest + 1);
  const pad = /^[` ]|[` ]$/.test(text) ? " " : "";
  return `${fence}${pad}${cell(printable(text))}${pad}${fence}`;
}

/** A bar ends a table's cell, in code too. Behind a backslash it cannot be escaped by another one. */
function cell(text: string): string {
  return text.replaceAll(/(?<=\\)\|/g, "\\u007c").replaceAll("|", "\\|");
}
