import { expect, test } from "vitest";
import { exchange, reportOf } from "../testing/report.ts";
import { jsonReport, type JsonReport } from "./json.ts";

test("the words of version 0.1 stand beside those of today", () => {
  const constraint = {
    operation: "readItem",
    direction: "request",
    place: "/query/limit",
    keyword: "maximum",
  } as const;
  const id = "readItem/request/query/limit maximum invalid";
  const report = reportOf([{ id, kind: "constraint", outcome: "passed" }], [], {
    cases: [{ id, constraint, boundary: "invalid" }],
    coveredBySample: [],
    exclusions: [{ constraint, boundary: "valid", reason: "no sample" }],
    unknown: [],
  });
  const { cases, coverage } = JSON.parse(jsonReport(report)) as JsonReport;
  expect(cases[0]).toMatchObject({
    id,
    legacyId: "readItem/request/query/limit maximum outside",
    outcome: "passed",
    legacyOutcome: "kept",
  });
  expect(coverage.constraints).toMatchObject({
    constraints: [
      { valid: "excluded", inside: "excluded", invalid: "exercised", outside: "exercised" },
    ],
    exclusions: [{ boundary: "valid", edge: "inside" }],
  });
});

test.each([
  ["passed", "kept"],
  ["failed", "broken"],
  ["error", "failed"],
] as const)("%s was %s", (outcome, legacyOutcome) => {
  const json = JSON.parse(jsonReport(reportOf([{ id: "readItem/lost", outcome }]))) as JsonReport;
  expect(json.cases[0]).toMatchObject({ outcome, legacyOutcome });
  expect(json.counts[outcome]).toBe(1);
  expect(json.legacyCounts[legacyOutcome]).toBe(1);
});

test("everything but the timings is repeatable", () => {
  const report = reportOf(
    [
      {
        id: "readItem/lost",
        outcome: "failed",
        findings: [
          {
            message: '/body/id: expected "a", found "1b4e28ba-2fa1-41d2-883f-0016d3cca427"',
            source: { file: "main.tsp", line: 7, column: 2 },
          },
          { message: "found 17 of 18", repeatable: "found some" },
        ],
        exchanges: [exchange("readItem", 404, { code: 5 })],
      },
    ],
    [
      { target: "server", id: "readItem/lost", reason: "ticket 12", line: 3 },
      { target: "server", id: "x/y", reason: "", line: 4 },
    ],
  );
  const { timings, coverage, ...json } = JSON.parse(jsonReport(report)) as JsonReport;
  expect(json).toEqual({
    contract: { title: "Library <service>", version: "1.2.0" },
    target: "server",
    side: "server",
    counts: { passed: 0, failed: 0, error: 0, "known-failure": 1, "unexpected-pass": 0 },
    legacyCounts: { kept: 0, broken: 0, failed: 0, known: 1, stale: 0 },
    cases: [
      {
        id: "readItem/lost",
        kind: "sample",
        outcome: "known-failure",
        legacyOutcome: "known",
        source: { file: "samples.tsp", line: 1, column: 1 },
        findings: [
          {
            message: '/body/id: expected "a", found "<uuid>"',
            source: { file: "main.tsp", line: 7, column: 2 },
          },
          { message: "found some" },
        ],
        known: "ticket 12",
      },
    ],
    unmatched: [{ id: "x/y", line: 4 }],
  });
  expect(Object.keys(coverage)).toEqual(["statuses", "errorCodes", "headers", "samples"]);
  expect(timings).toEqual({
    startedAt: "2026-05-01T08:00:00.000Z",
    seed: "s",
    milliseconds: 2345,
    cases: { "readItem/lost": 2 },
  });
});
