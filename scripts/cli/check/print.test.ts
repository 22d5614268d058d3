import { terminalText } from "@contract-toolkit/contract";
import { expect, test } from "vitest";
import { describeGroup, summarize } from "./print.ts";
import { groupResult, checkResult, leftOutGroup, type CheckResult } from "./result.ts";

const skipped: CheckResult = { check: "c", outcome: "skipped", lines: ["There is no base."] };
const results = [
  groupResult(
    "specification",
    [checkResult("a", ["a.tsp:1:1 wrong"]), checkResult("b", [])],
    12.345,
  ),
  groupResult("sources", [checkResult("a", []), skipped], 1),
  groupResult("changes", [skipped], 0),
  leftOutGroup("replay", "--without"),
];

test("the summary has a line for each group, with the reason if it was left out", () => {
  expect(terminalText(summarize(results), true).split("\n")).toEqual([
    "",
    "specification  failed     12.3 s  1 of 2 checks",
    "sources        passed      1.0 s  1 skipped",
    "changes        left out           There is no base.",
    "replay         left out           --without",
    "",
  ]);
});

test("outcomes are coloured unless the output is plain", () => {
  const [first] = results;
  if (!first) throw new Error("There is no group.");
  expect(terminalText(describeGroup(first), true)).toBe("failed a\n  a.tsp:1:1 wrong\npassed b\n");
  expect(terminalText(describeGroup(first), false)).toContain("\u001b[31mfailed\u001b[0m a");
  expect(terminalText(summarize(results), false)).toContain("\u001b[32mpassed\u001b[0m      1.0 s");
});
