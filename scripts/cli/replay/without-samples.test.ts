import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { replay } from "../commands/replay.ts";
import { allowsRequest } from "../../../conformance/contract-allows.ts";
import { withoutAbsent } from "../../../conformance/runs/not-implemented.ts";
import { printedBy } from "../testing/printed.ts";
import { specify } from "../../generate/testing/specification.ts";
import {
  deriveResponse,
  deriveRequest,
  describeVerdict,
  makeReport,
  playOnClient,
  type JsonReport,
} from "../../../conformance/index.ts";
import { generatedClient } from "../../../conformance/testing/client.ts";
import { generateInto } from "../../../conformance/testing/generated.ts";
import { listen } from "../../../conformance/testing/listen.ts";
import { exchange, libraryContract, reportOf } from "../../../conformance/testing/report.ts";

const text = `
model Item { id: string; @minLength(6) name: string; @pattern("^[A-Z]{2}$") tag?: string; }
@error model Unknown { @statusCode _: 404; title: string; }
/** Finds an item. */
@route("/items/{id}") @get op find(@path @pattern("^(?!api/).*") id: string, @query size: int32): Item | Unknown;
/** Adds an item with a code that there is none of. */
@route("/items") @post op add(@body item: {
  @pattern("^(?!)$")
  code: string
}): void;
/** Shows a response, and no request. */
@opExample(#{ returnType: #{ id: "i-2", name: "Kettle" } }, #{ title: "a-kettle" })
@route("/shown/{id}") @get op show(@path @pattern("^i-\\\\d$") id: string): Item | Unknown;
model Recipe { @maxItems(5) steps: Item[]; }
/** Takes a recipe as JSON of two types. */
@route("/recipes") @put op cook(
  @header contentType: "application/json" | "application/vnd.shelf+json",
  @body recipe: Recipe,
): void;
/** Shows the item on a shelf that somebody filled. */
@samples(#{ title: "full", description: "A kettle.", providerStates: #{ filled: #{} }, returnType: #{ id: "i-2", name: "Kettle" } })
@route("/top") @get op top(): Item;`;

const specification = await specify(text);
const generated = await generateInto(specification.entry);

afterAll(() => specification[Symbol.asyncDispose]());

/** Replays on a server with this response. Returns the output, exit status and reports. */
async function replayed(status: number, body: unknown, ...args: string[]) {
  const asked: string[] = [];
  await using server = await listen((request, response) => {
    if (request.method !== "HEAD") asked.push(`${request.method ?? ""} ${request.url ?? ""}`);
    if (request.url === "/recipes") return void response.writeHead(501).end();
    response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
  });
  const folder = join(generated.folder, "reports");
  const contract = join(generated.folder, "shelf");
  const to = ["--server", server.url.href, "--report", folder];
  const { status: exit, stdout: printed } = await printedBy(() =>
    replay([contract, ...to, ...args]),
  );
  const [json, junit, page] = await Promise.all(
    ["report.json", "junit.xml", "index.html"].map((file) => readFile(join(folder, file), "utf8")),
  );
  return { exit, asked, printed, json: JSON.parse(json ?? "") as JsonReport, junit, page };
}

const right = { id: "i-1", name: "Lantern" };

test("a request is derived, any documented response passes, and the reports show it", async () => {
  const filter = ["--include", "find/*"];
  const { exit, asked, printed, json, junit, page } = await replayed(200, right, ...filter);
  expect(exit).toBe(0);
  expect(asked).toEqual(["GET /items/x?size=1"]);
  expect(printed).toContain("1 of 1 derived");
  expect(json.cases).toMatchObject([{ id: "find/derived", kind: "derived", outcome: "passed" }]);
  expect(json.coverage.samples).toContainEqual(
    expect.objectContaining({ id: "find/derived", derived: true, outcome: "passed" }),
  );
  expect(junit).toContain('<property name="kind" value="derived"></property>');
  expect(page).toMatch(/find\/derived<\/td>\s*<td>derived<\/td>\s*<td>passed/);
  const unknown = await replayed(404, { title: "There is none." }, ...filter);
  expect(unknown.exit).toBe(0);
});

test.each([
  ["violates its schema", 200, { id: "i-1", name: "Lamp" }, /\/body\/name must have at least 6/],
  ["has an undocumented status", 418, {}, /status 418 is not documented/],
] as const)("a response that %s fails", async (_, status, body, message) => {
  const { exit, printed, junit, page } = await replayed(status, body, "--include", "find/*");
  expect(exit).toBe(1);
  expect(printed).toContain("failed find/derived (derived)");
  expect(printed).toMatch(message);
  expect(junit).toMatch(message);
  expect(page).toMatch(/find\/derived<\/b> <small>derived,/);
});

const half = ["--exclude", "add/*", "--exclude", "show/*", "--exclude", "top/*"];

test("a missing operation is reported once, and fails the run unless it is a known failure", async () => {
  const { exit, asked, printed, json, junit, page } = await replayed(200, right, ...half);
  expect(exit).toBe(1);
  expect(asked).toEqual(["GET /items/x?size=1", "PUT /recipes"]);
  const message = "cook: PUT /recipes is answered with 501; 1 case was not played";
  for (const report of [junit, page]) expect(report?.split(message)).toHaveLength(2);
  expect(printed).toContain("not implemented (answered with 501; 1 case was not played): cook\n");
  expect(printed).toMatch(/: 1 passed, 0 failed, 0 errors, 1 not implemented\s/);
  expect(json).toMatchObject({
    cases: [{ id: "find/derived" }],
    operations: { find: { passed: 1 } },
    notImplemented: [{ operation: "cook", cases: 1 }],
  });
  const known = join(generated.folder, "known.txt");
  await writeFile(known, "server cook/*  # later");
  const accepted = await replayed(200, right, ...half, "--known", known);
  expect(accepted).toMatchObject({ exit: 0, json: { notImplemented: [{ known: "later" }] } });
  const excluded = await replayed(200, right, ...half, "--exclude", "cook/*");
  expect(excluded).toMatchObject({ exit: 0, json: { notImplemented: [] } });
});

test.each([
  ["find", 404, "<html>", true],
  ["find", 404, { title: "There is none." }, false],
  ["find", 405, { title: "Not here." }, true],
  // The provider does not know the state of its sample.
  ["top", 501, {}, true],
  ["top", 200, right, false],
])("%s, %s %j: the operation counts as missing: %j", async (operation, status, body, isAbsent) => {
  const { json } = await replayed(status, body, "--include", `${operation}/*`);
  expect(json.notImplemented).toHaveLength(isAbsent ? 1 : 0);
});

test("a missing operation that is excluded or known does not count for the scenarios that need it", () => {
  const cases = ["dropItem/gone", "scenario/life"];
  const planned = cases.map((id) => ({
    case: { id, kind: "scenario", why: "", source: { file: "", line: 1, column: 1 } } as const,
    exchanges: [exchange("dropItem", 204)],
    play: () => Promise.reject(new Error("It must not be played.")),
  }));
  const absences = new Map([["dropItem", "GET /dropItem is answered with 501"]]);
  const left = { playable: [], notImplemented: [] };
  expect(withoutAbsent(planned, absences, ["dropItem/*"])).toEqual(left);
  const { notImplemented } = withoutAbsent(planned, absences, ["scenario/*"]);
  const known = { target: "server", id: "dropItem/*", reason: "later", line: 1 } as const;
  const { timing } = reportOf([]);
  const played = {
    contract: libraryContract,
    target: "server",
    planned,
    timed: [],
    timing,
  } as const;
  const report = makeReport({ ...played, notImplemented, known: [known] });
  expect(report.notImplemented).toMatchObject([{ cases, known }]);
});

test("--bail ends the run at the first failure", async () => {
  const { exit, printed, json } = await replayed(
    200,
    {},
    ...half.slice(2),
    "--exclude",
    "cook/*",
    "--bail",
  );
  expect(exit).toBe(1);
  expect(json).toMatchObject({ cases: [{ id: "find/derived" }], leftOut: 1 });
  expect(printed).toMatch(/The run has stopped at the first failure; 1 case was\s+not played\./);
});

test("a field without a valid value is reported with its line", async () => {
  const { exit, asked, printed } = await replayed(200, right, "--include", "add/*");
  expect(exit).toBe(1);
  expect(asked).toEqual([]);
  expect(printed.replaceAll(/\s+/g, " ")).toContain(
    "nothing valid can be derived for add: code has rules that no text was found for (^(?!)$). Give the operation a sample (@opExample).",
  );
  expect(printed).toMatch(/at .*main\.tsp:14:3\n/);
  const suite = await generated.load("shelf");
  expect(deriveRequest(suite, "add")).toMatchObject({
    underivable: { operation: "add", field: "code", source: { line: 14, column: 3 } },
  });
});

test("a sample without a request: the request is derived, and any documented response passes", async () => {
  const { asked, json } = await replayed(200, right, "--include", "show/*");
  expect(asked).toEqual(["GET /shown/i-1"]);
  expect(json.cases).toMatchObject([{ id: "show/derived", outcome: "passed" }]);
});

test("requests and responses can be derived", async () => {
  const suite = await generated.load("shelf");
  expect(deriveRequest(suite, "find")).toEqual({
    message: { path: { id: "x" }, query: { size: 1 }, headers: {} },
  });
  const step = { id: "text", name: "textxx" };
  expect(deriveRequest(suite, "cook")).toEqual({
    message: { path: {}, query: {}, headers: {}, body: { steps: [step] } },
  });
  expect(deriveResponse(suite, "find", 200)).toEqual({
    message: { status: 200, headers: {}, body: { id: "text", name: "textxx", tag: "AA" } },
  });
  expect(() => deriveResponse(suite, "find", 201)).toThrow("find documents no status 201.");
  expect(() => deriveRequest(suite, "lose")).toThrow("lose is no operation of shelf.");
});

test("a body of several types is judged by the first if it does not name its own", async () => {
  const { contract } = await generated.load("shelf");
  const { cook } = contract.operations;
  if (!cook) throw new TypeError("cook is an operation.");
  const request = { path: {}, query: {}, headers: {} };
  const body = { steps: [{ id: "i-1", name: "Lantern" }] };
  expect(allowsRequest(contract, cook, { ...request, body })).toBe(true);
  expect(allowsRequest(contract, cook, { ...request, body: { steps: 7 } })).toBe(false);
});

test("a client must send the bytes of a derived request", async () => {
  const suite = await generated.load("shelf");
  const client = generatedClient(suite.contract.operations, () => []);
  const { cases } = suite.derived("client");
  expect(cases.map(({ id }) => id)).toEqual([
    ...["find/derived 200", "find/derived 404"],
    ...["show/a-kettle", "show/derived 404", "cook/derived 204"],
  ]);
  expect(cases[2]?.response.body).toEqual({ id: "i-2", name: "Kettle" });
  for (const testCase of cases.slice(0, 4)) {
    const right = await playOnClient(suite.contract, testCase, client);
    expect(describeVerdict(right)).toMatch(/^passed/);
    const wrong = await playOnClient(suite.contract, testCase, {
      call: (server, operation, request) =>
        client.call(server, operation, { ...request, query: { size: 2 } }),
    });
    expect(describeVerdict(wrong)).toContain("sent/query/0");
  }
});
