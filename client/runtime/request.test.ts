import { inspect } from "node:util";
import { expect, it } from "vitest";
import type { Operation } from "@contract-toolkit/contract";
import { createContractClient } from "./contract-client.ts";
import { styles } from "./serialization/styles.ts";
import type { OutgoingRequest } from "./request.ts";
import { json, rejection, serve } from "./testing/serve.ts";

interface Search {
  id: "search";
  path: { shelf: string };
  query: {
    needed?: string[];
    tag?: string[];
    sort?: string[];
    bars?: string[];
    q?: string;
    "é&"?: boolean;
  };
  headers: { "X-Trace"?: string; "X-Names"?: string[] };
  body: string | undefined;
  defaults: never;
  status: 200 | 204;
  responses: {
    200: { headers: { "X-Total"?: string }; body: { found: number } };
    204: { headers: object; body: undefined };
  };
  call: [request: Omit<OutgoingRequest, "headers" | "path" | "query"> & SearchParts];
  result: { status: number; headers: { "X-Total"?: string }; body: unknown };
}

type SearchParts = Pick<Search, "path"> & Partial<Pick<Search, "headers" | "query">>;

const text = { in: "query", type: "string", required: false } as const;
const search: Operation = {
  id: "search",
  method: "PUT",
  path: "/shelves/{shelf}/books",
  summary: "",
  parameters: [
    { ...text, name: "shelf", in: "path", required: true },
    { ...text, name: "tag", array: { explode: true } },
    { ...text, name: "sort", array: { explode: false } },
    { ...text, name: "bars", array: { explode: false, separator: "|" } },
    { ...text, name: "X-Names", in: "header", array: { explode: false } },
    { ...text, name: "needed", required: true, array: { explode: true } },
    { ...text, name: "q" },
    { ...text, name: "X-Trace", in: "header" },
  ],
  body: { contentType: "text/plain", kind: "text", required: false },
  responses: {
    200: { contentType: "application/problem+json", headers: ["X-Total"] },
    204: { headers: [] },
  },
  retryable: false,
  source: { file: "library.tsp", line: 1, column: 1 },
};

/** A client of a contract without payments. */
function library(baseUrl: string) {
  return createContractClient<{ search: Search }>({ search }, { baseUrl, styles });
}

/** A server that answers 204. */
function served() {
  return serve((response) => {
    response.writeHead(204).end();
  });
}

it("writes lists as documented, leaves out empty ones, and escapes names and values", async () => {
  const { baseUrl, seen } = await served();
  const result = await library(baseUrl).search({
    path: { shelf: "a/b?c#d %2e" },
    query: { tag: ["x y", "z"], sort: ["a,b", "c"], bars: [], q: "1&2=3", "é&": true },
  });
  expect(seen[0]?.url).toBe(
    "/shelves/a%2Fb%3Fc%23d%20%252e/books?tag=x%20y&tag=z&sort=a%2Cb,c&q=1%262%3D3&%C3%A9%26=true",
  );
  expect(result).toEqual({ status: 204, headers: {}, body: undefined, requestId: undefined });
});

it("encodes separators within items, and refuses a list whose items could not be separated again", async () => {
  const { baseUrl, seen } = await served();
  const path = { shelf: "a" };
  const headers = { "X-Names": ["x,y", "z"] };
  await library(baseUrl).search({ path, query: { bars: ["x|y", "z"] }, headers });
  expect([seen[0]?.url, seen[0]?.headers["x-names"]]).toEqual([
    "/shelves/a/books?bars=x%7Cy|z",
    '"x,y",z',
  ]);
  const call = library(baseUrl).search({ path, query: { bars: ["x|y"] } });
  expect(await rejection(call)).toMatchObject({ code: "invalid-request" });
});

it("lets a call override the header Accept", async () => {
  const { baseUrl, seen } = await serve((response) => {
    json(response, 200, {});
  });
  const responses = {
    200: { contentType: "application/json", headers: [], others: [{ contentType: "text/csv" }] },
  };
  const accept = { name: "accept", in: "header", type: "string", required: false } as const;
  const list = { ...search, parameters: [accept], responses };
  const client = createContractClient<Record<string, Search>>({ list }, { baseUrl });
  const headers = { accept: "text/csv" };
  await client["list"]?.({ path: { shelf: "a" }, headers } as never);
  expect(seen[0]?.headers["accept"]).toBe("text/csv");
});

const asked = { path: { shelf: "a" } };

it.each([
  ["a list with bars", { query: { bars: ["x"] } }, {}],
  ["a list in a header", { headers: { "X-Names": ["x"] } }, {}],
  ["a cookie", { cookies: { size: 1 } }, {}],
  [
    "a header with a type",
    {},
    { headers: ["X-Total"], headerTypes: { "X-Total": { type: "integer" } } },
  ],
] as const)(
  "does not send a call that needs the option styles without it: %s",
  async (_, parts, response) => {
    const operation: Operation = { ...search, responses: { 204: { headers: [], ...response } } };
    const { baseUrl, seen } = await served();
    const client = createContractClient<{ search: Search }>({ search: operation }, { baseUrl });
    expect(await rejection(client.search({ ...asked, ...parts } as never))).toMatchObject({
      message: expect.stringContaining('option "styles"') as unknown,
    });
    expect(seen).toEqual([]);
  },
);

it("sends text as text, and reads headers and JSON", async () => {
  const { baseUrl, seen } = await serve((response) => {
    response.setHeader("x-total", "7").setHeader("X-Other", "1");
    json(response, 200, { found: 7 });
  });
  const result = await library(baseUrl).search({
    path: { shelf: "a" },
    body: '"quoted"',
  });
  expect(seen[0]).toMatchObject({
    headers: { "content-type": "text/plain" },
    body: '"quoted"',
  });
  expect(result).toMatchObject({
    headers: { "X-Total": "7" },
    body: { found: 7 },
  });
  expect(Object.keys(result.headers)).toEqual(["X-Total"]);
});

it("reads a list of cookies line by line", async () => {
  const cookies = ["a=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT", "b=2"];
  const { baseUrl } = await serve((response) => {
    response.writeHead(204, { "Set-Cookie": cookies }).end();
  });
  const headerTypes = { "Set-Cookie": { type: "string", list: true } } as const;
  const operation = { ...search, responses: { 204: { headers: ["Set-Cookie"], headerTypes } } };
  const options = { baseUrl, styles };
  const client = createContractClient<{ search: Search }>({ search: operation }, options);
  const { headers } = await client.search(asked);
  expect(headers).toEqual({ "Set-Cookie": cookies });
});

it.each([
  ["an empty segment", { path: { shelf: "" } }, "shelf must not be empty or dots"],
  ["a segment of dots", { path: { shelf: ".." } }, "shelf must not be empty or dots"],
  [
    "a header with a line break",
    { path: { shelf: "a" }, headers: { "X-Trace": "a\r\nX-Admin: 1" } },
    "",
  ],
  ["an incomplete header", { path: { shelf: "a" }, headers: { "X-Trace": "a\0b" } }, ""],
  ["a header that is not Latin-1", { path: { shelf: "a" }, headers: { "X-Trace": "Việt" } }, ""],
])("does not send %s", async (_, parts, reason) => {
  const { baseUrl, seen } = await served();
  expect(await rejection(library(baseUrl).search(parts))).toMatchObject({
    code: "invalid-request",
    operation: "search",
    message: expect.stringContaining(`search: not sent: ${reason}`) as unknown,
  });
  expect(seen).toEqual([]);
});

it("does not quote a credential that cannot be sent", async () => {
  const credential = { ...text, name: "X-Key", in: "header", credential: true } as const;
  const operation = { ...search, parameters: [credential] };
  const options = { baseUrl: "http://127.0.0.1:1", credential: "s3cret\n s3cret" };
  const client = createContractClient<{ search: Search }>({ search: operation }, options);
  const error = await rejection(client.search({ path: { shelf: "a" } }));
  expect(inspect(error)).toContain("X-Key must be one line");
  expect(inspect(error)).not.toContain("s3cret");
});

it.each([
  ...["not a url", "", "/relative", "ftp://a", "http://a/?b=1", "http://a/#b"],
  "http://me:s3cret@a",
])("is not made for the base URL %j", (baseUrl) => {
  expect(() => library(baseUrl)).toThrow(TypeError);
  expect(() => library(baseUrl)).not.toThrow("s3cret");
});

it.each([
  ["repeated", { explode: true }],
  ["joined by commas", { explode: false }],
  ["joined by bars", { explode: false, separator: "|" }],
] as const)("refuses a required list without items in a query: %s", async (_form, array) => {
  const needed = { name: "needed", in: "query", type: "string", required: true, array } as const;
  const client = createContractClient<{ search: Search }>(
    { search: { ...search, parameters: [needed] } },
    { baseUrl: "http://a.example" },
  );
  const query = { needed: [] };
  expect(await rejection(client.search({ ...asked, query }))).toMatchObject({
    code: "invalid-request",
    message: expect.stringContaining("needed must not be empty") as string,
  });
});

it("writes paths with operators, and leaves out the content type with the body", async () => {
  const { baseUrl, seen } = await serve((response) => {
    json(response, 200, {});
  });
  const parameter = { name: "x", in: "path", type: "string", required: false } as const;
  const body = { contentType: "application/json", required: false };
  const read: Operation = {
    ...search,
    path: "/a/{x}",
    template: "/a{/x*}",
    parameters: [parameter],
    body,
  };
  const client: unknown = createContractClient({ read }, { baseUrl, styles });
  const call = (client as { read: (request: object) => Promise<unknown> }).read;
  await call({ path: { x: ["b", "c/d"] } });
  await call({ path: {}, body: 1 });
  expect(seen.map(({ url, headers }) => [url, headers["content-type"]])).toEqual([
    ["/a/b/c%2Fd", undefined],
    ["/a", "application/json"],
  ]);
});
