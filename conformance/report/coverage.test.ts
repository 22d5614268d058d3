import { terminalReport } from "./terminal.ts";
import { expect, test } from "vitest";
import type { Constraint } from "../cases/case.ts";
import { exchange, reportOf } from "../testing/report.ts";

const { coverage } = reportOf([
  {
    id: "readItem/found",
    outcome: "passed",
    exchanges: [exchange("readItem", 200, { answered: "etag" })],
  },
  {
    id: "readItem/lost",
    outcome: "failed",
    findings: [{ message: "found 200" }],
    exchanges: [exchange("readItem", 404, { code: 5, sent: "X-Reader" })],
  },
  {
    id: "readItem/hidden",
    outcome: "error",
    exchanges: [exchange("readItem", 404, { code: 4 })],
  },
  { id: "dropItem/gone", exchanges: [exchange("dropItem", 204)] },
  {
    id: "walk/through",
    kind: "scenario",
    outcome: "passed",
    exchanges: [exchange("readItem", 200), exchange("readItem", 200)],
  },
]);

test("only exchanges of cases that could be played are counted", () => {
  const code = { operation: "readItem", status: 404 };
  const etag = { operation: "readItem", direction: "response", status: 200 };
  const sent = { direction: "request", name: "X-Reader" };
  expect(coverage).toEqual({
    statuses: [
      { operation: "readItem", status: 200, exchanges: 3 },
      { operation: "readItem", status: 404, exchanges: 1 },
      { operation: "dropItem", status: 204, exchanges: 0 },
    ],
    errorCodes: [
      { ...code, code: 4, exchanges: 0 },
      { ...code, code: 5, exchanges: 1 },
    ],
    headers: [
      { operation: "readItem", ...sent, exchanges: 1 },
      { ...etag, name: "ETag", exchanges: 1 },
      { operation: "dropItem", ...sent, exchanges: 0 },
    ],
    samples: [
      { id: "readItem/found", outcome: "passed" },
      { id: "readItem/lost", outcome: "failed" },
      { id: "readItem/hidden", outcome: "error" },
      { id: "dropItem/gone", outcome: "not played" },
    ],
  });
});

test("a boundary is exercised by a case or a sample that was played", () => {
  const limit = (keyword: string): Constraint => ({
    operation: "readItem",
    direction: "request",
    place: "/query/limit",
    keyword,
  });
  const report = reportOf(
    [
      { id: "readItem/found", outcome: "passed" },
      { id: "a", kind: "constraint", outcome: "failed" },
      { id: "b", kind: "constraint" },
    ],
    [],
    {
      cases: [
        { id: "a", constraint: limit("maximum"), boundary: "invalid" },
        { id: "b", constraint: limit("minimum"), boundary: "invalid" },
      ],
      coveredBySample: [
        { by: "readItem/found", constraint: limit("maximum"), boundary: "valid" },
        { by: "b", constraint: limit("minimum"), boundary: "valid" },
      ],
      unknown: [],
      exclusions: [
        { constraint: limit("type"), boundary: "valid", reason: "no sample" },
        { constraint: limit("maximum"), boundary: "invalid", reason: "(huge)" },
        { constraint: limit("atMost"), boundary: "invalid", reason: "no value" },
      ],
    },
  );
  expect(report.coverage.constraints?.constraints).toEqual([
    { constraint: limit("maximum"), valid: "exercised", invalid: "exercised" },
    {
      constraint: limit("minimum"),
      valid: "not played",
      invalid: "not played",
    },
    { constraint: limit("type"), valid: "excluded" },
    { constraint: limit("atMost"), invalid: "excluded" },
  ]);
  expect(report.coverage.constraints?.exclusions).toHaveLength(3);
  const text = terminalReport(report, true);
  expect(text).toContain("No case breaks @atMost of readItem");
  expect(text).toContain(
    "2 boundaries of constraints have no case. --report DIR lists the reasons.\n",
  );
  expect(terminalReport(report, true, { isWritten: true })).toContain(
    "no case. report.json lists the reasons.\n",
  );
});

test.each([
  [["dropItem/derived"], "2 boundaries of constraints have no case because 2 operations have"],
  [
    ["readItem/found"],
    "2 boundaries of constraints have no case, 1 of them because 1 operation has",
  ],
])("with %s, operations without a sample are named as a reason", (ids, expected) => {
  const limit = (operation: string): Constraint => ({
    operation,
    direction: "request",
    place: "/query/limit",
    keyword: "maximum",
  });
  const exclusions = ["readItem", "dropItem"].map((id) => ({
    ...({ constraint: limit(id), boundary: "invalid", reason: "no sample" } as const),
  }));
  const report = reportOf(
    ids.map((id) => ({
      id,
      kind: id.endsWith("derived") ? "derived" : "sample",
      outcome: "passed",
    })),
    [],
    { cases: [], coveredBySample: [], unknown: [], exclusions },
  );
  expect(terminalReport(report, true).replaceAll(/\s+/g, " ")).toContain(
    `${expected} no sample: add @opExample or @samples. --report DIR lists the reasons.`,
  );
});
