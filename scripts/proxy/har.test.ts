import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { readHar } from "./har.ts";

const read = (...entries: readonly object[]) =>
  readHar(`\uFEFF${JSON.stringify({ log: { version: "1.2", entries } })}`, "a.har");

const got = { method: "GET", url: "https://api.example/pets?a=%20", headers: [] };
const entry = (response: object, request: object = {}) => ({
  startedDateTime: "2026-01-02T03:04:05.678Z",
  time: 1.5,
  request: { ...got, ...request },
  response: { status: 200, headers: [], content: { size: 0 }, ...response },
});
const bodyOf = (response: object) => {
  const [exchange] = read(entry(response));
  const body =
    typeof exchange?.wire.response === "object" ? exchange.wire.response.body : undefined;
  return typeof body === "string" ? body : body?.toString();
};

test("an exchange of HTTP/2 has a request line and headers like one of HTTP/1.1", () => {
  const [exchange] = read(
    entry(
      {
        headers: [
          { name: ":status", value: "200" },
          { name: "content-encoding", value: "gzip" },
          { name: "set-cookie", value: "a=1\nb=2" },
        ],
      },
      {
        headers: [
          { name: ":authority", value: "api.example" },
          { name: "x-key", value: "k" },
          { name: "no token", value: "k" },
          { name: "x-key", value: "a\u0000" },
        ],
      },
    ),
  );
  expect(exchange).toMatchObject({
    url: { host: "api.example" },
    wire: {
      receivedAt: Date.UTC(2026, 0, 2, 3, 4, 5, 678),
      durationMs: 1.5,
      request: { method: "GET", target: "/pets?a=%20", headers: ["x-key", "k"] },
      response: { status: 200, headers: ["set-cookie", "a=1", "set-cookie", "b=2"] },
    },
  });
});

test.each([
  ["text", { content: { size: 2, text: "{}" } }, "{}"],
  ["Base64", { content: { size: 2, text: "e30=", encoding: "base64" } }, "{}"],
  ["a body that was compressed", { content: { size: 3, compression: -20, text: "[1]" } }, "[1]"],
  ["a size that is not known", { content: { size: -1, text: "[1]" } }, "[1]"],
  ["no body", { content: { size: 0, mimeType: "x-unknown" } }, ""],
  ["a 304 from a cache", { status: 304, content: { size: 3, text: "[1]" } }, ""],
  ["a part", { content: { size: 100, text: "[1" } }, "the file has only a part of the body"],
  ["a body that was left out", { content: { size: 100 } }, "the file does not have the body"],
])("a body of a response: %s", (_, response, body) => {
  expect(bodyOf(response)).toBe(body);
});

test.each([
  ["text", { postData: { text: "a=1", mimeType: "text/plain" } }, "a=1"],
  ["Base64", { postData: { text: "YQ==", encoding: "base64" } }, "a"],
  [
    "fields of a form",
    {
      postData: {
        mimeType: "application/x-www-form-urlencoded; charset=utf-8",
        text: "",
        params: [{ name: "a b", value: "&" }],
      },
    },
    "a+b=%26",
  ],
  [
    "fields of an upload",
    { postData: { mimeType: "multipart/form-data", params: [{ name: "a", fileName: "b" }] } },
    "the file does not have the body",
  ],
  ["none, although it was sent", { bodySize: 5 }, "the file does not have the body"],
  ["none", { bodySize: -1 }, ""],
])("a body of a request: %s", (_, request, body) => {
  const [exchange] = read(entry({}, request));
  expect(String(exchange?.wire.request.body)).toBe(body);
});

test("a request without a response, and addresses that are not HTTP", () => {
  const exchanges = read(
    entry({ status: 0, _error: "net::ERR_ABORTED" }),
    entry({}, { url: "data:text/plain,a" }),
    { request: got },
    {},
  );
  expect(exchanges.map(({ wire }) => wire.response)).toEqual([
    "the request was blocked, or failed",
    "the request was blocked, or failed",
  ]);
});

test.each([
  ["{", /^a\.har is no HAR file: it is not JSON/],
  ['{"openapi":"3.1.0"}', /no list of entries at \/log\/entries/],
  [gzipSync("{}").toString(), /it is not JSON/],
])("a file that is none is reported: %s", (text, message) => {
  expect(() => readHar(text, "a.har")).toThrow(message);
});
