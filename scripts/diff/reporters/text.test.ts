import { expect, test } from "vitest";
import type { Change } from "../change.ts";
import { githubReport } from "./github.ts";
import { renderDiffJson } from "./json.ts";
import { markdownReport } from "./markdown.ts";
import { exampleText, textReport } from "./text.ts";

const places = ["a", "b", "c", "d", "e"].map((operation) => ({
  operation,
  pointer: "/request/body",
}));
const change: Change = {
  id: "enum-value-removed",
  severity: "error",
  operation: "a",
  pointer: "/request/body",
  message: 'the value "x" is no longer allowed',
  source: {},
  places,
};
const report = {
  old: "main",
  new: "working tree",
  breaking: 1,
  changes: [change],
  breaks: [],
  titles: new Map<string, string>(),
  isPassed: false,
};

test("every output lists a change once, with its places", () => {
  const text = "and at 4 more places: b/request/body, c/request/body, d/request/body, …";
  expect(textReport(report).map(String).join("\n")).toContain(text);
  expect(githubReport(report)).toContain(text);
  expect(markdownReport(report)).toContain("<br>`d` `/request/body`<br>and at 1 more");
  expect(JSON.parse(renderDiffJson(report))).toMatchObject({ changes: [{ places }] });
});

const long = "long ".repeat(30);

test.each<[string, unknown, string, string]>([
  ["shown whole", { body: { a: 1, b: 2 } }, "/body/a", '{"body":{"a":1,"b":2}}'],
  [
    "cut to the place",
    { body: { a: [1, { b: 2 }], c: long } },
    "/body/a/1/b",
    '{"body":{"a":[{"b":2},…],…}}',
  ],
  ["cut to where a field is missing", { body: { a: long } }, "/body/b", '{"body":{…} without "b"}'],
])("a message is %s", (_, counterexample, counterexamplePointer, text) => {
  expect(exampleText({ ...change, counterexample, counterexamplePointer })).toBe(text);
});

test("the comment of a pull request counts the same changes in its headings as in its summary", () => {
  const version: Change = { ...change, id: "version-too-low", severity: "warning" };
  const text = markdownReport({ ...report, changes: [change, version] });
  expect(text).toContain("0 possibly breaking");
  expect(text).not.toContain("Possibly breaking");
  expect(text).toContain("Version and accepted breaks (1)");
});
