import { once } from "node:events";
import { connect } from "node:net";
import { setImmediate } from "node:timers/promises";
import express from "express";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createExpressServer } from "./express-server.ts";
import type { MalformedOptions } from "./parser-errors.ts";
import { listen, type Listening } from "../testing/listen.ts";

/** A contract that documents a body for every status except 408 and 413. */
const options: MalformedOptions = {
  errorHandler: (problem) => ({
    status: 0,
    body: problem.kind === "malformed-request" ? { status: problem.status } : problem.kind,
  }),
  refusals: Object.fromEntries(
    [400, 417, 431].map((status) => [status, (message) => keeps(message, status)]),
  ),
};

function keeps(message: unknown, status: number): boolean {
  return JSON.stringify(message) === JSON.stringify({ body: { status } });
}

const { server, serve } = createExpressServer(options);
const app = express().use(async (request, response) => {
  if (request.url === "/slow") await once(server, "closing");
  if (request.url === "/never") return;
  if (request.url === "/later") await setImmediate();
  response.end("understood");
});

let listening: Listening;

beforeAll(async () => {
  serve(app);
  listening = await listen(server);
});

afterAll(() => listening[Symbol.asyncDispose]());

/** Sends bytes and reads until the server closes the connection. */
function exchange(bytes: string, port = listening.port): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    connect(port, "127.0.0.1")
      .setEncoding("utf8")
      .on("data", (chunk: string) => (text += chunk))
      .on("close", () => {
        resolve(text);
      })
      .on("error", reject)
      .write(bytes);
  });
}

test.each([
  ["text that is not HTTP", "hello\r\n\r\n", 400],
  ["no host", "GET / HTTP/1.1\r\n\r\n", 400],
  ["two hosts", "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400],
  ["a tunnel", "CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n", 400],
  ["an unknown expectation", "GET / HTTP/1.1\r\nHost: a\r\nExpect: coffee\r\n\r\n", 417],
  ["too long a header", `GET / HTTP/1.1\r\nHost: a\r\nX: ${"x".repeat(20_000)}\r\n\r\n`, 431],
])(
  "%s is answered in the contract's shape, and the connection is closed",
  async (_, bytes, status) => {
    const response = await exchange(bytes);
    const [head = "", body = ""] = response.split("\r\n\r\n");
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(head.toLowerCase()).toContain("connection: close");
    expect(head).toContain(`Content-Length: ${body.length}`);
    expect(JSON.parse(body)).toEqual({ status });
  },
);

const chunked = (path: string) =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1;${"x".repeat(20_000)}\r\n`;

test("an undocumented status is answered without a body", async () => {
  const response = await exchange(chunked("/never"));
  expect(response).toMatch(/^HTTP\/1.1 413 /);
  expect(response).toContain("Content-Length: 0");
});

test("invalid bytes after the response to their request are not answered", async () => {
  const response = await exchange(chunked("/"));
  expect(response).toMatch(/^HTTP\/1.1 200 /);
  expect(response.match(/HTTP\/1.1/g)).toHaveLength(1);
});

test("a request before invalid bytes is answered, the bytes are not", async () => {
  const response = await exchange("GET /later HTTP/1.1\r\nHost: a\r\n\r\nhello\r\n\r\n");
  expect(response).toMatch(/^HTTP\/1.1 200 .*understood$/s);
  expect(response.toLowerCase()).toContain("connection: close");
});

test.each([
  ["HTTP/1.0 without a host", "GET / HTTP/1.0\r\n\r\n"],
  [
    "the expectation 100-continue",
    "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nExpect: 100-continue\r\n\r\n",
  ],
])("served: %s", async (_, bytes) => {
  expect(await exchange(bytes)).toContain("understood");
});

test("a closing server announces it in its last responses", async () => {
  const response = exchange("GET /slow HTTP/1.1\r\nHost: a\r\n\r\n");
  await once(server, "request");
  server.close();
  server.emit("closing");
  expect((await response).toLowerCase()).toContain("connection: close");
});

test("if the error handler fails, the response has no body", async () => {
  const errorHandler = () => Promise.reject(new Error("broken hook"));
  const broken = createExpressServer({ ...options, errorHandler });
  broken.serve(app);
  await using open = await listen(broken.server);
  for (const bytes of ["hello\r\n\r\n", "GET / HTTP/1.1\r\n\r\n"]) {
    const response = await exchange(bytes, open.port);
    expect(response).toMatch(/^HTTP\/1.1 400 /);
    expect(response).toContain("Content-Length: 0");
  }
});
