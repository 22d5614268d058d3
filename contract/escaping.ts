/**
 * Makes foreign text (a name in a document, a value of a response) one line that is safe to print. Characters that control a
 * terminal, reorder or hide text, end a line, or cannot stand in XML are written as `\uXXXX`. So is `##[`, which begins a
 * workflow command anywhere in a log of GitHub.
 *
 * @param most number of characters to show
 * @example
 * printable("a\nb\u001b[2J"); // "a\\u000ab\\u001b[2J"
 */
export function printable(text: string, most: number = mostCharacters): string {
  const start = text.length > most ? `${text.slice(0, most)}…` : text;
  return start.replace(unprintable, escapeUnicode).replaceAll("##[", "#\\u0023[");
}

/** Like `printable`, for text of any length with several lines, such as a report. */
export function printableLines(text: string): string {
  return text
    .split("\n")
    .map((line) => printable(line, Infinity))
    .join("\n");
}

/** Like `printableLines`, for a log: no line becomes a workflow command. */
export function logText(text: string): string {
  return printableLines(text).split("\n").map(inert).join("\n");
}

/**
 * Escapes a line that GitHub would take for a workflow command. Those begin with `::`, also after spaces.
 * See https://github.com/actions/runner/blob/main/src/Runner.Common/ActionCommand.cs.
 */
export function inert(line: string): string {
  return line.replace(/^([\s\p{Cf}\p{M}]*):(?=:)/u, "$1\\u003a");
}

/**
 * A value as JSON that is safe to print: `JSON.parse` gives the same value.
 *
 * @param indent spaces per level; 0 writes one line
 */
export function printableJson(value: unknown, indent = 0): string {
  return printableLines(JSON.stringify(value, null, indent));
}

/** Nobody reads more of one text on a terminal. The longest message of ours, with a command to repeat, has about 1,500. */
const mostCharacters = 2000;

/** All invisible characters, except the two joiners that emoji and several scripts need. */
const unprintable =
  /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]/gu;

function escapeUnicode(character: string): string {
  return character
    .split("")
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("");
}

/**
 * Foreign text as code in Markdown, where it cannot become a link, an image, HTML, a mention or a reference to an issue.
 *
 * @example
 * markdownCode("a`b|c"); // "``a`b\\|c``"
 */
export function markdownCode(text: string): string {
  if (text === "") return "";
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map((text) => text.length));
  const fence = "`".repeat(longest + 1);
  const pad = /^[` ]|[` ]$/.test(text) ? " " : "";
  return `${fence}${pad}${cell(printable(text))}${pad}${fence}`;
}

/** A bar ends a cell, also in code. After a backslash it cannot be escaped by another backslash. */
function cell(text: string): string {
  return text.replaceAll(/(?<=\\)\|/g, "\\u007c").replaceAll("|", "\\|");
}
