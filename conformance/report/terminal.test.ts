import { expect, test } from "vitest";
import { everyOutcome, reportOf, type TestedCase } from "../testing/report.ts";
import { terminalReport } from "./terminal.ts";

const source = { file: "main.tsp", line: 7, column: 2 };
const { cases, known } = everyOutcome(
  [
    { message: "/body/size must be an integer", source },
    { message: '/body/name: expected "a", found "b"' },
  ],
  "ticket 12",
);

test("what works in part, failures by cause with their positions, violations of the list, and a summary", () => {
  expect(terminalReport(reportOf(cases, known), true)).toBe(`works in part: readItem (1 of 2 cases)

failed readItem/lost
  /body/size must be an integer
    at main.tsp:7:2
  /body/name: expected "a", found "b"
  at samples.tsp:2:1
  why: why of readItem/lost

error dropItem/gone
  no such state
  at samples.tsp:3:1

known failure (ticket 12): dropItem/late
dropItem/fixed passes; remove line 2 of the known failures.
There is no case x/y that fails; remove line 3 of the known failures.
Library <service>, server: 1 passed, 1 failed, 1 error, 1 known failure, 1
  unexpected pass (1 of 5 samples) in 2.3 s.
`);
});

test("what works comes first, then operations that are not implemented, and missing provider states are one line", () => {
  const missing = {
    outcome: "error",
    missingState: "full shelf",
    findings: [{ message: "none" }],
  } as const;
  const report = reportOf([
    { id: "readItem/found", outcome: "passed" },
    { id: "dropItem/gone", ...missing },
    { id: "dropItem/late", ...missing },
  ]);
  const reason = "POST /items is answered with 501";
  const notImplemented = ["addItem", "moveItem"].map((operation) => ({
    operation,
    reason,
    cases: ["a", "b"],
  }));
  expect(terminalReport({ ...report, notImplemented }, true)).toBe(`works (1 case): readItem

not implemented (answered with 501; 4 cases were not played): addItem, moveItem

2 cases need provider states that nobody sets up (--provider FILE): full shelf

Library <service>, server: 1 passed, 0 failed, 2 errors, 2 not implemented (1 of
  3 samples) in 2.3 s.
`);
});

test("no line has more than 80 columns, and a long value is cut in the middle", () => {
  const message = `/body/name: expected ${"a".repeat(300)}, found ${"words ".repeat(40)}`;
  const text = terminalReport(
    reportOf([{ id: "readItem/lost", outcome: "failed", findings: [{ message }] }]),
    true,
  );
  expect(text.split("\n").filter((line) => line.length > 80)).toEqual([]);
  expect(text).toContain("aa…aa");
});

test("what operations need is listed by need", () => {
  const needs = ["readItem", "dropItem"].map((operation) => ({
    operation,
    what: "a resource",
    detail: "id",
  }));
  expect(terminalReport({ ...reportOf([]), needs, unreadable: ["get /a: wrong"] }, true)).toContain(
    "not played, need a resource: readItem (id), dropItem (id)\nnot judged: get /a: wrong\n",
  );
});

test("the position of the case is left out if every finding has its own", () => {
  const report = reportOf([
    {
      id: "readItem/lost",
      outcome: "failed",
      findings: [{ message: "wrong", source }],
    },
  ]);
  expect(terminalReport(report, true)).toContain("wrong\n    at main.tsp:7:2\n  why:");
});

test("equal findings are shown once, even if values of the server differ", () => {
  const made = Array.from({ length: 9 }, (_, index): TestedCase => ({
    id: `readItem/request/query/limit maximum invalid (${index})`,
    kind: "constraint",
    outcome: "failed",
    findings: [{ message: `found "2026-05-01T08:00:0${index}Z"` }],
  }));
  const text = terminalReport(
    reportOf([...made, { id: "dropItem/gone", outcome: "passed" }]),
    true,
  );
  expect(text.match(/found "/g)).toHaveLength(1);
  expect(text).toContain("the same with 8 more cases\n");
  expect(text).toMatch(/\(0 of 9 constraints, 1\s+of 1 samples\)/);
});

test("a run without a played case has no empty list of kinds", () => {
  expect(terminalReport(reportOf([]), true)).toBe(
    "Library <service>, server: 0 passed, 0 failed, 0 errors in 2.3 s.\n",
  );
});

test("the report points out missing credentials", () => {
  const refused: TestedCase = {
    id: "readItem/found",
    outcome: "failed",
    findings: [{ message: "status: expected 200, found 401 " }],
  };
  expect(terminalReport(reportOf([refused]), true)).toMatch(
    /\nMost requests were refused with 401: [^]*--header/,
  );
});

test("colours are optional and change no text", () => {
  const report = reportOf(cases, known);
  const coloured = terminalReport(report, false);
  expect(coloured).toContain("\u001b[31m");
  expect(coloured.replace(/\u001b\[\d+m/g, "")).toBe(terminalReport(report, true));
});

test("a report is one screen, however much fails", () => {
  const keywords = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"];
  const failed = keywords.map((keyword): TestedCase => ({
    id: `readItem/${keyword}`,
    outcome: "failed",
    findings: [
      { message: `the ${keyword} rule is broken, ${"which takes many words, ".repeat(9)}` },
    ],
  }));
  const waiting = Array.from({ length: 99 }, (_, index): TestedCase => ({
    id: `dropItem/${index}`,
    outcome: "error",
    missingState: `state ${index}`,
  }));
  const report = reportOf([{ id: "readItem/found", outcome: "passed" }, ...failed, ...waiting]);
  const notImplemented = Array.from({ length: 99 }, (_, index) => ({
    operation: `operation${index}`,
    reason: "GET / is answered with 404",
    cases: ["a"],
  }));
  const lines = terminalReport({ ...report, notImplemented }, true).split("\n");
  expect(lines.length).toBeLessThanOrEqual(41);
  const begin = (text: string) => lines.findIndex((line) => line.startsWith(text));
  const order = ["works in part", "not implemented", "failed", "99 cases need", "Library"].map(
    begin,
  );
  expect(order).not.toContain(-1);
  expect(order).toEqual(order.toSorted((left, right) => left - right));
  expect(lines.join("\n")).toMatch(/\d more causes of failures: --report DIR has all\./);
});
