import { expect, test } from "vitest";
import { exchange, reportOf } from "../testing/report.ts";
import { jsonReport, type JsonReport } from "./json.ts";

test("only the timings differ between runs", () => {
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
    counts: { passed: 0, failed: 0, error: 0, "known-failure": 1, "unexpected-pass": 0 },
    cases: [
      {
        id: "readItem/lost",
        kind: "sample",
        outcome: "known-failure",
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
    operations: { readItem: expect.objectContaining({ passed: 0, "known-failure": 1 }) as object },
    notImplemented: [],
    leftOut: 0,
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
