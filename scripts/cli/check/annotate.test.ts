import { resolve } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { annotationsOf } from "./annotate.ts";
import { groupResult, checkResult } from "./result.ts";

afterEach(() => {
  vi.unstubAllEnvs();
});

function annotations(...lines: string[]): string[] {
  vi.stubEnv("GITHUB_WORKSPACE", process.cwd());
  const written = annotationsOf(
    groupResult("sources", [checkResult("sources typecheck", lines)], 1),
  );
  return written.split("\n").slice(0, -1);
}

test.each([
  ["spec/a.tsp:10:4 - warning documented: a, b", "file=spec/a.tsp,line=10,col=4"],
  ["src/a.ts(3,5): error TS1005: ';' expected.", "file=src/a.ts,line=3,col=5"],
  ["requirements/a.yaml:4 clock.now: no sample", "file=requirements/a.yaml,line=4"],
  [`${resolve("src/a.ts")}:1:2: no [Error/rule]`, "file=src/a.ts,line=1,col=2"],
  ["package.json", "file=package.json"],
  ["package.json:7:1 no", "file=package.json,line=7,col=1"],
])("%j is annotated at its place", (line, place) => {
  const [first, ...more] = annotations(line);
  expect(first).toContain(`::error ${place},title=sources typecheck::`);
  expect(more).toEqual([]);
});

test("lines without a place belong to the line above them", () => {
  expect(
    annotations("a.ts:1:2 error: 100%", "  for example 5", "b.ts:3:4 error", "Run: x"),
  ).toEqual([
    "::error file=a.ts,line=1,col=2,title=sources typecheck::a.ts:1:2 error: 100%25%0A  for example 5",
    "::error file=b.ts,line=3,col=4,title=sources typecheck::b.ts:3:4 error%0ARun: x",
  ]);
});

test("paths start at the root of the repository, which may be above the project", () => {
  vi.stubEnv("GITHUB_WORKSPACE", resolve(".."));
  expect(annotationsOf(groupResult("a", [checkResult("b", ["a.ts:1:2 no"])], 1))).toMatch(
    /^::error file=[^/]+\/a\.ts,/,
  );
});

test("a failure without a place is one annotation, and a passed check has none", () => {
  expect(annotations("one", "two")).toEqual(["::error title=sources typecheck::one%0Atwo"]);
  expect(annotations()).toEqual([]);
});
