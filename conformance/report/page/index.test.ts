import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { exchange, reportOf, type TestedCase } from "../../testing/report.ts";
import { pageReport } from "./index.ts";

const hostile = `</li><script>alert("1")</script><b title='2'>&amp;`;
const escaped =
  "&lt;/li&gt;&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&lt;b title=&#39;2&#39;&gt;&amp;amp;";

const cases: TestedCase[] = [
  {
    id: `readItem/${hostile}`,
    outcome: "passed",
    exchanges: [exchange("readItem", 200)],
  },
  ...Array.from({ length: 25 }, (_, index): TestedCase => ({
    id: `readItem/broken-${index}`,
    outcome: "failed",
    findings: [
      {
        message: `finding ${index} ${hostile}`,
        source: { file: "main.tsp", line: 100 + index, column: 1 },
      },
    ],
  })),
  { id: "dropItem/gone", outcome: "error", findings: [{ message: hostile }] },
  { id: "dropItem/late", outcome: "failed", findings: [{ message: "late" }] },
];
const known = [
  { target: "server", id: "dropItem/late", reason: hostile, line: 1 },
  { target: "server", id: hostile, reason: "", line: 2 },
] as const;
const page = pageReport(
  reportOf(cases, known, {
    cases: [
      {
        id: "c",
        boundary: "invalid",
        constraint: {
          operation: "readItem",
          direction: "response",
          status: 200,
          place: `/body/${hostile}`,
          keyword: hostile,
        },
      },
    ],
    coveredBySample: [],
    unknown: [],
    exclusions: [
      {
        boundary: "valid",
        reason: hostile,
        constraint: {
          operation: "readItem",
          direction: "request",
          place: "/query/limit",
          keyword: "maximum",
        },
      },
    ],
  }),
);

test("every finding has the TypeSpec position of its rule", () => {
  for (let index = 0; index < 25; index += 1) {
    expect(page).toContain(`finding ${index} ${escaped}`);
    expect(page).toContain(`main.tsp:${100 + index}`);
  }
});

test("failures come first, then gaps of the coverage, then covered rows", () => {
  const places = [
    'id="failed"',
    'id="errors"',
    'id="known-failures"',
    'id="coverage"',
    'id="statuses"',
    "1 exercised",
    'id="error-codes"',
    'id="headers"',
    'id="constraints"',
    'id="samples"',
  ].map((text) => page.indexOf(text));
  expect(places).not.toContain(-1);
  expect(places).toEqual([...places].sort((left, right) => left - right));
  const statuses = page.slice(
    page.indexOf('<section id="statuses"'),
    page.indexOf('<section id="error-codes"'),
  );
  expect(statuses).toMatch(/2 not exercised[^]*404[^]*204[^]*1 exercised[^]*200/);
});

test("one cause is shown once, with the place of its finding marked in the response", () => {
  const request = { method: "POST", url: "http://a/items", headers: {}, body: '{"n":[1]}' };
  const body = JSON.stringify({ list: [{ n: 1 }, { n: "x" }] });
  const shown = [{ request, response: { status: 200, headers: { etag: "1" }, body } }];
  const findings = [
    { message: "/body/list/1/n must be an integer" },
    { message: "/body/list/0/m is required" },
    { message: `it must be refused with 401, found 200 ${body} [fee, jwt]` },
  ];
  const made = ["readItem/a", "dropItem/request/body/n maxItems invalid", "dropItem/b"].map(
    (id) => ({
      id,
      outcome: "failed" as const,
      findings,
      shown,
    }),
  );
  const text = pageReport(reportOf(made)).replaceAll(/\s+/g, " ");
  expect(text.match(/class="panel stack cause failed"/g)).toHaveLength(1);
  expect(text).toContain("2 more with the same cause");
  const marked = [...text.matchAll(/line marked"\s*>([^<]*)<span class="reason">([^<]*)/g)];
  expect(marked.map(([, line, reason]) => [line?.trim(), reason])).toEqual([
    ["HTTP 200", "it must be refused with 401, found 200 [fee, jwt]"],
    ["{", "is required"],
    ["&quot;n&quot;: &quot;x&quot;", "must be an integer"],
  ]);
  expect(text).toContain(
    '<span class="finding"> it must be refused with 401, found 200 [fee, jwt] </span>',
  );
  expect(text).not.toContain("Known failures <small");
});

test("coverage is a map of operations and constraints", () => {
  expect(page.replaceAll(/\s+/g, " ")).toMatch(/<th>readItem<\/th>.*heat heat-\d">\d\/\d</);
});

test("text is escaped", () => {
  expect(page.split(escaped).length).toBeGreaterThan(30);
  const own = new Set(
    "!doctype html head meta title style body h1 h2 ul li main p small div b section code details summary table tr th td span label input datalist option script".split(
      " ",
    ),
  );
  const [, before = "", after = ""] = /^([^]*<style>)[^]*?(<\/style>[^]*)$/.exec(page) ?? [];
  for (const [tag] of (before + after).matchAll(/<.{0,20}/gs)) {
    const name = /^<\/?([!\w]+)/.exec(tag)?.[1];
    expect(own, tag).toContain(name);
  }
  expect(page).not.toContain("<b title");
});

test("the content security policy allows only the styles and the script of the page, and the page uses nothing else", () => {
  const [, written = ""] = /Policy" content="([^"]*)"/.exec(page) ?? [];
  const policy = written.replaceAll("&#39;", "'");
  for (const tag of ["style", "script"]) {
    const [[, text = ""] = [], ...others] = page.matchAll(
      new RegExp(`<${tag}>([^]*?)</${tag}>`, "g"),
    );
    expect(others).toEqual([]);
    const hash = createHash("sha256").update(text).digest("base64");
    expect(policy).toContain(`${tag}-src 'sha256-${hash}'`);
  }
  expect(policy).toContain("default-src 'none'");
  expect(page).not.toMatch(/ (?:style|src|on\w+)=/);
  expect(page).not.toMatch(/(?:url\(|@import|<link)/);
});

test.each([
  ["The contract is violated.", ["passed", "error", "failed"]],
  ["Not every case could be played.", ["passed", "error"]],
  ["Every case that was played passed.", ["passed"]],
] as const)("%s", (headline, outcomes) => {
  const made = outcomes.map((outcome) => ({ id: `a/${outcome}`, outcome }));
  expect(pageReport(reportOf(made))).toContain(headline);
});

test("the headline reports an outdated list of known failures", () => {
  expect(pageReport(reportOf([{ id: "dropItem/late", outcome: "passed" }], known))).toContain(
    "The list of known failures is out of date.",
  );
});
