import { describeFinding } from "../verdict.ts";
import { operationOf, type Report, type Result } from "./report.ts";

/**
 * Writes a report as JUnit XML: a suite for each operation, a failure for each case that is broken, an error for each
 * that could not be played. A known failure is skipped; a case that passes against its listing fails.
 */
export function junitReport({ side, results, unmatched, timing }: Report): string {
  const groups = Map.groupBy(results, operationOf);
  const suites = [...groups].map(([operation, group]) =>
    suite(
      `${side}.${operation}`,
      group.map((result) => testCase(`${side}.${operation}`, result)),
      group,
    ),
  );
  const listed = unmatched.map(({ id, line }) =>
    element("testcase", { classname: `${side}.known failures`, name: id }, [
      element("failure", {
        type: "unmatched",
        message: `No case has this id; remove line ${line} of the known failures.`,
      }),
    ]),
  );
  const further =
    listed.length > 0
      ? [
          element(
            "testsuite",
            {
              name: `${side}.known failures`,
              tests: listed.length,
              failures: listed.length,
              errors: 0,
              skipped: 0,
            },
            listed,
          ),
        ]
      : [];
  const all = element(
    "testsuites",
    {
      ...counts(results, unmatched.length),
      time: seconds(timing.milliseconds),
    },
    [...suites, ...further],
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n${all}\n`;
}

function suite(name: string, cases: readonly string[], results: readonly Result[]): string {
  const time = results.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
  return element("testsuite", { name, ...counts(results), time: seconds(time) }, cases);
}

function counts(results: readonly Result[], unmatched = 0): Record<string, number> {
  const count = (...outcomes: Result["outcome"][]) =>
    results.filter(({ outcome }) => outcomes.includes(outcome)).length;
  return {
    tests: results.length + unmatched,
    failures: count("broken", "stale") + unmatched,
    errors: count("failed"),
    skipped: count("known"),
  };
}

function testCase(classname: string, result: Result): string {
  const { verdict, milliseconds } = result;
  const { id, source } = verdict.case;
  const attributes = {
    classname,
    name: id,
    file: source.file,
    line: source.line,
    time: seconds(milliseconds),
  };
  return element("testcase", attributes, problemOf(result));
}

function problemOf({ verdict, outcome, known }: Result): string[] {
  const { findings, case: played } = verdict;
  const message = findings[0]?.message ?? "";
  const text = escapeXml([...findings.map(describeFinding), `why: ${played.why}`].join("\n"));
  switch (outcome) {
    case "kept":
      return [];
    case "broken":
      return [element("failure", { type: "broken", message }, [text])];
    case "failed":
      return [element("error", { type: "not played", message }, [text])];
    case "known":
      return [element("skipped", { message: `known: ${known?.reason ?? ""}` }, [text])];
    case "stale":
      return [
        element("failure", {
          type: "stale",
          message: `It passes; remove line ${String(known?.line)} of the known failures.`,
        }),
      ];
  }
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3);
}

function element(
  name: string,
  attributes: Readonly<Record<string, string | number>>,
  children: readonly string[] = [],
): string {
  const written = Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${escapeAttribute(String(value))}"`)
    .join("");
  return children.length === 0
    ? `<${name}${written}/>`
    : `<${name}${written}>${children.join("\n")}</${name}>`;
}

/** XML 1.0, 2.2: these characters cannot be in a document, not even as references. */
const notInXml = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu;

/** XML 1.0, 3.3.3: as a reference, white space in an attribute stays what it is. */
function escapeAttribute(text: string): string {
  return escapeXml(text)
    .replaceAll('"', "&quot;")
    .replaceAll("\t", "&#9;")
    .replaceAll("\n", "&#10;");
}

function escapeXml(text: string): string {
  return text
    .replace(notInXml, "\ufffd")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll("\r", "&#13;");
}
