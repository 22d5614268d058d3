import { expect, test } from "vitest";
import { cutMiddle, indented, terminalText, type Line } from "./terminal-text.ts";

test("only styles colour a line, and text cannot end it", () => {
  const lines = [[{ style: "red", text: "\u001b[1m" }, " \n::x::"] as const, "b"];
  expect(terminalText(lines, false)).toBe("\u001b[31m\\u001b[1m\u001b[0m \\u000a::x::\nb\n");
  expect(terminalText([indented("::x::", 2)], true)).toBe("  \\u003a:x::\n");
});

test.each<[line: Line, lines: string[]]>([
  [
    ["  ", { style: "red", text: "error" }, "   the maximum length decreased"],
    ["  error   the maximum length", "          decreased"],
  ],
  ["  spec/a.tsp:1:2 error of a field", ["  spec/a.tsp:1:2 error of a", "  field"]],
  [`at https://a/${"a".repeat(30)}`, ["at", `https://a/${"a".repeat(20)}`, "a".repeat(10)]],
])("a long line is broken below its last column: %j", (line, lines) => {
  expect(terminalText([line], true, 30)).toBe(`${lines.join("\n")}\n`);
  expect(terminalText([line], true).split("\n")).toHaveLength(2);
});

test("a command stays whole, because people copy it", () => {
  const command = `curl 'http://127.0.0.1:3000/${"a".repeat(50)}' -d '{}'`;
  const lines: Line[] = [["      ", { style: "command", text: command }]];
  expect(terminalText(lines, true, 30)).toBe(`      ${command}\n`);
});

test("a long text is cut in the middle", () => {
  expect(cutMiddle("abcdefgh", 5)).toBe("abcd…h");
});
