import { printable } from "./printable.ts";

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
