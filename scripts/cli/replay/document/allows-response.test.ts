import { expect, test } from "vitest";
import { folderWith } from "../../testing/folder.ts";
import { printedBy } from "../../testing/printed.ts";
import { listen } from "../../../../conformance/testing/listen.ts";
import { replay } from "../../commands/replay.ts";

type Row = readonly [
  responses: object,
  status: number,
  body?: string | undefined,
  contentType?: string,
];

const json = (schema?: object | boolean) => ({
  "application/json": schema === undefined ? {} : { schema },
});
const documented = (status: number | string, content?: object) => ({
  [status]: { description: "", ...(content && { content }) },
});
const list = { type: "array", items: {} };

/** Responses by operation, and what the server sends. */
const right: Readonly<Record<string, Row>> = {
  noSchema: [documented(200, json()), 200],
  noSchemaButType: [documented(200, json()), 200, undefined, "application/json"],
  emptySchema: [documented(200, json({})), 200],
  trueSchema: [documented(200, json(true)), 200],
  annotatedSchema: [documented(200, json({ description: "Anything." })), 200],
  emptyText: [documented(200, { "text/plain": { schema: { type: "string" } } }), 200],
  emptyBytes: [documented(200, { "application/octet-stream": {} }), 200],
  emptyXml: [documented(200, { "application/xml": {} }), 200],
  severalTypes: [documented(200, { ...json(), "text/csv": {} }), 200, undefined, "text/csv"],
  anyRange: [documented(200, { "*/*": {} }), 200, "a,b", "text/csv"],
  textRange: [documented(200, { "text/*": {} }), 200, "a,b", "text/csv"],
  noContentOfRange: [documented("2XX", json(list)), 204],
  noContent: [documented(204, json(list)), 204],
  onlyDefault: [documented("default"), 200, "{}", "application/json"],
  defaultForCreated: [
    { ...documented(200), ...documented("default", json(list)) },
    201,
    "[]",
    "application/json",
  ],
  noContentOfDefault: [documented("default", json(list)), 204],
};

const wrong: Readonly<Record<string, readonly [Row, finding: string]>> = {
  noList: [[documented(200, json(list)), 200], "/body is required"],
  noListOfDefault: [
    [documented("default", json(list)), 200, "{}", "application/json"],
    "/body must be an array",
  ],
  otherRange: [
    [documented(200, { "text/*": {} }), 200, "<a>", "image/svg+xml"],
    "content type: expected",
  ],
  otherClass: [[documented("2XX"), 302], "status 302 is not documented"],
};

/** Plays a document of these operations on a server that sends these responses. Returns what is printed. */
async function replayed(rows: Readonly<Record<string, Row>>, openapi: string) {
  await using server = await listen((request, response) => {
    const row = rows[request.url?.slice(1) ?? ""];
    if (!row) return void response.writeHead(404).end();
    const [, status, body, contentType] = row;
    response.writeHead(status, contentType === undefined ? {} : { "Content-Type": contentType });
    response.end(body);
  });
  const paths = Object.fromEntries(
    Object.entries(rows).map(([id, [responses]]) => [
      `/${id}`,
      { get: { operationId: id, responses } },
    ]),
  );
  const document = { openapi, info: { title: "A", version: "1" }, paths };
  await using folder = await folderWith({ "openapi.json": document });
  const args = [folder.of("openapi.json"), "--server", server.url.href, "--exclude", "*/http/*"];
  return (await printedBy(() => replay(args))).stdout;
}

test.each(["3.0.3", "3.1.0"])(
  "what a document of %s leaves open is no finding",
  async (openapi) => {
    const { length } = Object.keys(right);
    expect(await replayed(right, openapi)).toContain(`: ${length} passed, 0 failed, 0 errors`);
  },
);

test("what violates the document is one", async () => {
  const rows = Object.fromEntries(Object.entries(wrong).map(([id, [row]]) => [id, row]));
  const printed = await replayed(rows, "3.1.0");
  for (const [, finding] of Object.values(wrong)) expect(printed).toContain(finding);
  expect(printed).toContain(`: 0 passed, ${Object.keys(wrong).length} failed, 0 errors`);
});
