import { expect, test } from "vitest";
import { inert, markdownCode, printable, printableJson, printableLines } from "./escaping.ts";

test.each([
  ["an escape sequence", "\u001b[2J", String.raw`\u001b[2J`],
  ["one of C1", "\u009b2J", String.raw`\u009b2J`],
  ["ends of lines", "a\nb\r\u0085\u2028\u2029", String.raw`a\u000ab\u000d\u0085\u2028\u2029`],
  [
    "characters that reorder text",
    "\u202e\u2066\u200f\u061c",
    String.raw`\u202e\u2066\u200f\u061c`,
  ],
  ["invisible characters", "a\u200b\ufeff\u{e0041}", String.raw`a\u200b\ufeff\udb40\udc41`],
  ["half a character, and no character", "\ud800\uffff", String.raw`\ud800\uffff`],
  ["a workflow command", "a ##[b]c", String.raw`a #\u0023[b]c`],
  ["letters, emoji, joiners", "Việt שלום 👩‍🚀 می‌خواهم", "Việt שלום 👩‍🚀 می‌خواهم"],
])("%s", (_, text, printed) => {
  expect(printable(text)).toBe(printed);
  expect(JSON.parse(printableJson({ [text]: [text] }, 2))).toEqual({ [text]: [text] });
  expect(printableJson(text)).not.toMatch(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u);
});

test("a long text is cut, and printableLines keeps line feeds", () => {
  expect(printable("a".repeat(3000))).toHaveLength(2001);
  expect(printable("abc", 2)).toBe("ab…");
  expect(printableLines("a\n\tb")).toBe("a\n\\u0009b");
});

test.each([
  ["::error::a", "\\u003a:error::a"],
  ["  ::stop-commands::a", "  \\u003a:stop-commands::a"],
  ["\u200d::debug::a", "\u200d\\u003a:debug::a"],
  ["a :: b ::1", "a :: b ::1"],
])("%j does not become a workflow command", (line, written) => {
  expect(inert(line)).toBe(written);
  expect(JSON.parse(printableJson({ [line]: line }))).toEqual({ [line]: line });
});

test.each([
  ["@org/team #1 <b> [a](b)", "`@org/team #1 <b> [a](b)`"],
  ["a`b``c", "```a`b``c```"],
  ["`", "`` ` ``"],
  ["a|b", "`a\\|b`"],
  ["a\\|b", "`a\\\\u007cb`"],
  ["a\n| b", "`a\\u000a\\| b`"],
  ["", ""],
])("%j is code in a cell of a table", (text, written) => {
  expect(markdownCode(text)).toBe(written);
});
