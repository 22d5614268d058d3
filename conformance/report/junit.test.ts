import { expect, test } from "vitest";
import { everyOutcome, reportOf } from "../testing/report.ts";
import { readXml } from "../testing/xml.ts";
import { junitReport } from "./junit.ts";

const message = 'found "<&\u0000\u001b[31m\ud800\ufffe]]>"\n\u{1f600} é';
const source = { file: "main.tsp", line: 7, column: 2 };

test("a suite per operation; failures for failed cases, errors for what could not be played", () => {
  const { cases, known } = everyOutcome(
    [{ message, source }, { message: "second" }],
    'ticket "12"',
  );
  const text = junitReport(reportOf(cases, known));
  expect(() => readXml(text)).not.toThrow();
  expect(text.replaceAll("><", ">\n<")).toBe(String.raw`<?xml version="1.0" encoding="UTF-8"?>
<testsuites tests="6" failures="3" errors="1" skipped="1" time="2.345">
<testsuite name="server.readItem" tests="2" failures="1" errors="0" skipped="0" time="0.003">
<testcase classname="server.readItem" name="readItem/found" file="samples.tsp" line="1" time="0.002">
</testcase>
<testcase classname="server.readItem" name="readItem/lost" file="samples.tsp" line="2" time="0.002">
<failure type="failed" message="found &quot;&lt;&amp;\u0000\u001b[31m\ud800\ufffe]]&gt;&quot;&#10;😀 é">found &quot;&lt;&amp;\u0000\u001b[31m\ud800\ufffe]]&gt;&quot;
😀 é (main.tsp:7)
second
why: why of readItem/lost</failure>
</testcase>
</testsuite>
<testsuite name="server.dropItem" tests="3" failures="1" errors="1" skipped="1" time="0.005">
<testcase classname="server.dropItem" name="dropItem/gone" file="samples.tsp" line="3" time="0.002">
<error type="error" message="no such state">no such state
why: why of dropItem/gone</error>
</testcase>
<testcase classname="server.dropItem" name="dropItem/late" file="samples.tsp" line="4" time="0.002">
<skipped message="known failure: ticket &quot;12&quot;">late
why: why of dropItem/late</skipped>
</testcase>
<testcase classname="server.dropItem" name="dropItem/fixed" file="samples.tsp" line="5" time="0.002">
<failure type="unexpected pass" message="It passes; remove line 2 of the known failures.">
</failure>
</testcase>
</testsuite>
<testsuite name="server.known failures" tests="1" failures="1" errors="0" skipped="0">
<testcase classname="server.known failures" name="x/y">
<failure type="unmatched" message="No case of this id fails; remove line 3 of the known failures.">
</failure>
</testcase>
</testsuite>
</testsuites>
`);
});
