import { expect, test } from "vitest";
import { reportOf } from "../testing/report.ts";
import type { Element } from "@xmldom/xmldom";
import { attributesOf, elementsIn, readXml } from "../testing/xml.ts";
import { junitReport } from "./junit.ts";

const message = 'found "<&\u0000\u001b[31m\ud800\ufffe]]>"\n\u{1f600} é';
const legible = String.raw`found "<&\u0000\u001b[31m\ud800\ufffe]]>"` + "\n\u{1f600} é";

const known = (id: string, line: number) =>
  ({ target: "server", id, reason: 'ticket "12"', line }) as const;

const report = reportOf(
  [
    { id: "readItem/found", outcome: "passed" },
    {
      id: "readItem/lost",
      outcome: "failed",
      findings: [
        { message, source: { file: "main.tsp", line: 7, column: 2 } },
        { message: "second" },
      ],
    },
    { id: "dropItem/gone", outcome: "error", findings: [{ message }] },
    { id: "dropItem/late", outcome: "failed", findings: [{ message }] },
    { id: "dropItem/fixed", outcome: "passed" },
  ],
  [known("dropItem/late", 1), known("dropItem/fixed", 2), known("x/y", 3)],
);

function problemOf(element: Element): unknown {
  const [problem] = elementsIn(element);
  return problem && [problem.tagName, problem.getAttribute("message")];
}

test("a suite per operation; failures for failed cases, errors for what could not be played", () => {
  const root = readXml(junitReport(report));
  expect(root.tagName).toBe("testsuites");
  expect(attributesOf(root)).toEqual({
    tests: "6",
    failures: "3",
    errors: "1",
    skipped: "1",
    time: "2.345",
  });
  expect(
    elementsIn(root).map((suite) => [
      ...["name", "tests", "failures", "errors", "skipped"].map((key) => suite.getAttribute(key)),
      ...elementsIn(suite).map((each) => [each.getAttribute("name"), problemOf(each)]),
    ]),
  ).toEqual([
    [
      "server.readItem",
      "2",
      "1",
      "0",
      "0",
      ["readItem/found", undefined],
      ["readItem/lost", ["failure", legible]],
    ],
    [
      "server.dropItem",
      "3",
      "1",
      "1",
      "1",
      ["dropItem/gone", ["error", legible]],
      ["dropItem/late", ["skipped", 'known failure: ticket "12"']],
      ["dropItem/fixed", ["failure", "It passes; remove line 2 of the known failures."]],
    ],
    [
      "server.known failures",
      "1",
      "1",
      "0",
      "0",
      ["x/y", ["failure", "No case of this id fails; remove line 3 of the known failures."]],
    ],
  ]);
});

test("a case has its place, and its problem every finding with its own", () => {
  const [suite] = elementsIn(readXml(junitReport(report)));
  const lost = suite && elementsIn(suite)[1];
  expect(lost && attributesOf(lost)).toEqual({
    classname: "server.readItem",
    name: "readItem/lost",
    file: "samples.tsp",
    line: "2",
    time: "0.002",
  });
  expect(lost?.textContent).toBe(`${legible} (main.tsp:7)\nsecond\nwhy: why of readItem/lost`);
});
