import { Html, html, type HtmlPart } from "@contract-toolkit/contract";
import { describeFinding } from "../verdict.ts";
import { exchangesOf, exchangeText } from "./exchange-text.ts";
import { byOperation, type Report, type Result } from "./report.ts";
import { absenceText } from "./terminal.ts";

/**
 * Writes a report as JUnit XML: a suite for each operation, a `failure` for each failed case and each unexpected pass, an
 * `error` for each case that could not be played. Known failures are `skipped`. An operation that is not implemented is one
 * skipped case.
 */
export function junitReport(report: Report): string {
  const { target, results, notImplemented, unmatched, timing } = report;
  const suites = [...byOperation(results)].map(([operation, group]) =>
    suite(
      `${target}.${operation}`,
      group.map((result) => testCase(`${target}.${operation}`, result)),
      group,
    ),
  );
  const absences = notImplemented.map((absence) =>
    element("testcase", { classname: `${target}.not implemented`, name: absence.operation }, [
      element("skipped", { message: `not implemented: ${absenceText(absence)}` }),
    ]),
  );
  const listed = unmatched.map(({ id, line }) =>
    element("testcase", { classname: `${target}.known failures`, name: id }, [
      element("failure", {
        type: "unmatched",
        message: `No case of this id fails; remove line ${line} of the known failures.`,
      }),
    ]),
  );
  const further = [
    ...sideSuite(`${target}.not implemented`, absences, "skipped"),
    ...sideSuite(`${target}.known failures`, listed, "failures"),
  ];
  const all = element(
    "testsuites",
    {
      ...counts(results, { unmatched: unmatched.length, absent: absences.length }),
      time: seconds(timing.milliseconds),
    },
    [...suites, ...further],
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n${all.text}\n`;
}

function suite(name: string, cases: readonly Html[], results: readonly Result[]): Html {
  const time = results.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
  return element("testsuite", { name, ...counts(results), time: seconds(time) }, cases);
}

/** A suite for entries that are no cases of an operation. All count as `countedAs`. */
function sideSuite(
  name: string,
  cases: readonly Html[],
  countedAs: "skipped" | "failures",
): Html[] {
  if (cases.length === 0) return [];
  const none = { tests: cases.length, failures: 0, errors: 0, skipped: 0 };
  return [element("testsuite", { name, ...none, [countedAs]: cases.length }, cases)];
}

function counts(
  results: readonly Result[],
  { unmatched, absent } = { unmatched: 0, absent: 0 },
): Record<string, number> {
  const count = (...outcomes: Result["outcome"][]) =>
    results.filter(({ outcome }) => outcomes.includes(outcome)).length;
  return {
    tests: results.length + unmatched + absent,
    failures: count("failed", "unexpected-pass") + unmatched,
    errors: count("error"),
    skipped: count("known-failure") + absent,
  };
}

function testCase(classname: string, result: Result): Html {
  const { verdict, milliseconds } = result;
  const { id, kind, source } = verdict.case;
  const attributes = {
    classname,
    name: id,
    file: source.file,
    line: source.line,
    time: seconds(milliseconds),
  };
  const mark = element("property", { name: "kind", value: kind });
  const marked = kind === "derived" ? [element("properties", {}, mark)] : [];
  return element("testcase", attributes, [...marked, ...describeFailure(result)]);
}

function describeFailure({ verdict, outcome, known }: Result): Html[] {
  const { findings, case: played } = verdict;
  const message = findings[0]?.message ?? "";
  const text = [
    ...findings.map(describeFinding),
    `why: ${played.why}`,
    ...exchangesOf(verdict).map(({ exchange }) => `\n${exchangeText(exchange)}`),
  ].join("\n");
  switch (outcome) {
    case "passed":
      return [];
    case "failed":
      return [element("failure", { type: "failed", message }, [text])];
    case "error":
      return [element("error", { type: "error", message }, [text])];
    case "known-failure":
      return [element("skipped", { message: `known failure: ${known?.reason ?? ""}` }, [text])];
    case "unexpected-pass":
      return [
        element("failure", {
          type: "unexpected pass",
          message: `It passes; remove line ${String(known?.line)} of the known failures.`,
        }),
      ];
  }
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3);
}

/** Line ends in attributes are written as references, because a reader replaces others by spaces (XML 1.0, section 3.3.3). */
function element(
  name: string,
  attributes: Readonly<Record<string, string | number>>,
  children: HtmlPart = [],
): Html {
  const tag = new Html(name);
  const written = Object.entries(attributes).map(
    ([key, value]) => new Html(` ${key}="${html`${value}`.text.replaceAll("\n", "&#10;")}"`),
  );
  return html`<${tag}${written}>${children}</${tag}>`;
}
