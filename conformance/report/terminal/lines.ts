/** Lines of a terminal of 80 columns. */
import { cutMiddle, wrapLine, type Line, type Styled } from "@contract-toolkit/contract";

export function paint(style: Styled["style"], text: string): Styled {
  return { style, text };
}

/** Breaks a text into lines between words. Long texts and words are cut in the middle. */
export function wrapText(
  text: string,
  style?: Styled["style"],
  indent = "",
  most = LONGEST_TEXT,
): Line[] {
  const lines = textLines(cutMiddle(text, most), indent);
  return lines.map((line) => (style === undefined ? line : [paint(style, line)]));
}

/** A list of names under a title, in a few lines. */
export function listNames(title: string, style: Styled["style"], names: readonly string[]): Line[] {
  if (names.length === 0) return [];
  const lines = textLines(`${title}: ${names.join(", ")}`, "");
  const [start = "", ...others] = lines.slice(0, MOST_LINES);
  const more = lines.length > MOST_LINES ? [`  … (${names.length} in total)`] : [];
  return [
    start.startsWith(title)
      ? [paint(style, title), start.slice(title.length)]
      : [paint(style, start)],
    ...others,
    ...more,
  ];
}

/** A command for a POSIX shell in several lines. It can be copied. */
export function commandLines(command: string, indent: string): Line[] {
  const lines: string[] = [];
  let line = indent;
  for (const [word] of command.matchAll(shellWord)) {
    const isFull = line.trim() !== "" && line.length + word.length + CONTINUED.length >= COLUMNS;
    if (isFull) lines.push(line + CONTINUED);
    const start = isFull ? `${indent}  ` : line;
    line = start.trim() === "" ? start + word : `${start} ${word}`;
  }
  return [...lines, line].map((text) => [paint("command", text)]);
}

/** An argument, with the option before it. */
const shellWord = /(?:-H )?(?:[^\s'"\\]|\\.|'[^']*'|"(?:[^"\\]|\\.)*")+/g;
const CONTINUED = " \\";

const MOST_LINES = 4;
const COLUMNS = 80;

/** Such as a token, in the middle of a sentence. */
const LONGEST_WORD = 120;

/** Most characters of a text with long values. */
const LONGEST_TEXT = 400;

function textLines(text: string, indent: string): string[] {
  const words = text.trim().split(/\s+/);
  const cut = words.map((word) => cutMiddle(word, LONGEST_WORD)).join(" ");
  return wrapLine(indent + cut, COLUMNS, "  ");
}
