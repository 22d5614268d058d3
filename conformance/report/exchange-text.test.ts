import { beforeAll, expect, test } from "vitest";
import type { ShownExchange } from "../exchanges/exchange.ts";
import { playOnServer, type Verdict } from "../index.ts";
import { listen } from "../testing/listen.ts";
import { operation, sampleOf } from "../testing/one-operation.ts";
import { libraryContract, reportOf } from "../testing/report.ts";
import { jsonReport, type JsonReport } from "./json.ts";
import { junitReport } from "./junit.ts";
import { pageReport } from "./page/index.ts";
import { terminalReport } from "./terminal.ts";

const secret = "a secret of the caller";
const contract = { ...libraryContract, operations: { add: operation } };

/** Adds an item on a server that answers 500 with a text made from the request, or closes the connection without a text. */
async function add(body: unknown, result: (sent: string) => string | undefined): Promise<Verdict> {
  await using server = await listen((request, response) => {
    let sent = "";
    request.setEncoding("utf8").on("data", (chunk: string) => (sent += chunk));
    request.on("end", () => {
      const text = result(`${String(request.headers["x-key"])} ${sent}`);
      if (text === undefined) response.destroy();
      else response.writeHead(500, { "Content-Type": "text/plain" }).end(text);
    });
  });
  const sample = sampleOf(body, {
    operation: { ...operation, contentType: "application/json" },
  });
  const headers = { "X-Key": "Bearer <KEY>" };
  const played = { ...sample, request: { ...sample.request, headers } };
  const suite = {
    contract,
    positionOf: () => undefined,
    document: { openapi: "3.1.0", info: { title: "", version: "" }, paths: {} },
  };
  return await playOnServer(suite, played, {
    url: server.url,
    headers: { "X-Key": `Bearer ${secret}` },
    provider: { states: {} },
    fresh: String,
  });
}

let shown: ShownExchange | undefined;
let reports: Readonly<Record<string, string>>;

beforeAll(async () => {
  const { outcome, exchanges } = await add({ title: "Rivers" }, (sent) => `failed on ${sent}`);
  [shown] = exchanges ?? [];
  const findings = [{ message: "wrong" }];
  const report = reportOf([
    { id: "add/sample", outcome, findings, ...(exchanges && { shown: exchanges }) },
    { id: "add/other", outcome: "failed", findings },
  ]);
  reports = {
    terminal: terminalReport(report, true),
    json: jsonReport(report),
    junit: junitReport(report),
    page: pageReport(report),
  };
});

test("a finding has the request as it was sent and the response as it came", () => {
  expect(shown).toMatchObject({
    request: {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Key": "Bearer $X_KEY" },
      body: '{"title":"Rivers"}',
    },
    response: {
      status: 500,
      headers: { "content-type": "text/plain" },
      body: 'failed on Bearer $X_KEY {"title":"Rivers"}',
    },
  });
});

test.each(["terminal", "json", "junit", "page"])(
  "the %s report shows the request, the response and a command that repeats it",
  (name) => {
    const text = unescaped(reports[name] ?? "");
    expect(text).toContain("POST");
    expect(text).toMatch(/HTTP 500|"status": 500/);
    expect(text).toContain('failed on Bearer $X_KEY {"title":"Rivers"}');
    expect(text).toContain(`--data-binary '{"title":"Rivers"}'`);
    expect(text).not.toContain(secret);
  },
);

/** Undoes the escaping of JSON, HTML and XML. */
function unescaped(text: string): string {
  return text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll('\\"', '"')
    .replaceAll("&amp;", "&");
}

test("the JSON report has exchanges in its timings, by case and finding", () => {
  const { timings } = JSON.parse(reports["json"] ?? "") as JsonReport;
  expect(timings.exchanges).toEqual({ "add/sample": [{ exchange: shown, findings: [0] }] });
});

test("long requests and responses are cut", async () => {
  const { exchanges } = await add({ title: "x".repeat(50_000) }, () => "y".repeat(50_000));
  const text = JSON.stringify(exchanges);
  expect(text).toContain("… (46012 more characters)");
  expect(text.length).toBeLessThan(10_000);
});

test("without a response, the request is shown", async () => {
  const { outcome, exchanges } = await add({}, () => undefined);
  expect(outcome).toBe("error");
  expect(exchanges?.[0]).not.toHaveProperty("response");
  expect(exchanges?.[0]?.curl).toContain("curl ");
});
