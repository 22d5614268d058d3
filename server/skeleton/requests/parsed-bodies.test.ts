import { connect } from "node:net";
import express, { type RequestHandler } from "express";
import { describe, expect, test } from "vitest";
import { startBookshelf } from "../testing/bookshelf.ts";

const json = { "Content-Type": "application/json" };
const nested = (levels: number) =>
  `{"title":"t","more":${"[".repeat(levels - 1)}${"]".repeat(levels - 1)}}`;

const everything = { type: () => true };

describe.each<[string, RequestHandler[]]>([
  ["no parser", []],
  ["express.json()", [express.json()]],
  ["express.json() and others", [express.json(), express.urlencoded(), express.text()]],
  ["express.raw()", [express.raw(everything)]],
])("behind %s", (_, parsers) => {
  const start = () =>
    startBookshelf({
      before: parsers,
      handlers: {
        addBook: ({ body: { title, pages } }, reply) =>
          reply(201, pages === undefined ? { title } : { title, pages }, { Location: "/books/1" }),
      },
    });

  test("a body reaches its handler", async () => {
    await using app = await start();
    const response = await app.send("POST", "/books", json, '{"title":"Night","pages":3}');
    expect([response.status, response.text]).toEqual([201, '{"title":"Night","pages":3}']);
  });

  test.each([
    ["a body that violates the contract", json, '{"title":""}', 400],
    ["another media type", { "Content-Type": "text/plain" }, '{"title":"t"}', 415],
    ["another form of JSON", { "Content-Type": "application/x+json" }, '{"title":"t"}', 415],
    ["no media type", {}, '{"title":"t"}', 415],
    ["a compressed body", { ...json, "Content-Encoding": "x" }, "{}", 415],
    ["64 levels", json, nested(64), 201],
    ["65 levels", json, nested(65), 400],
    ["no body", json, "", 400],
  ])("%s", async (_, headers, body, status) => {
    await using app = await start();
    expect((await app.send("POST", "/books", headers, body)).status).toBe(status);
  });

  test("a text reaches its handler", async () => {
    await using app = await start();
    const response = await app.send("PUT", "/books/1/note", { "Content-Type": "text/plain" }, "ü");
    expect([response.status, response.text]).toEqual([200, "ü"]);
  });

  test("a request without a body is served", async () => {
    await using app = await start();
    expect((await app.send("GET", "/books")).status).toBe(200);
  });
});

const long = `{"title":"${"x".repeat(2000)}"}`;
test.each<[string, RequestHandler[]]>([
  ["no parser", []],
  ["express.json()", [express.json()]],
  ["express.raw()", [express.raw(everything)]],
])("behind %s the limit applies with and without a Content-Length", async (_, parsers) => {
  await using app = await startBookshelf({ before: parsers, bodyLimitBytes: 2012 });
  for (const [body, status] of [
    [long, 201],
    [long.replace("x", "xx"), 413],
  ] as const)
    for (const headers of [json, { ...json, "Transfer-Encoding": "chunked" }])
      expect((await app.send("POST", "/books", headers, body)).status).toBe(status);
});

test("the parsed form is judged, and a form of no bytes has no fields", async () => {
  const form = { "Content-Type": "application/x-www-form-urlencoded" };
  await using app = await startBookshelf({ before: [express.urlencoded({ extended: true })] });
  expect((await app.send("POST", "/books/1/loan", form, "by=Ann")).text).toBe('{"by":"Ann"}');
  for (const body of ["by=Ann&by=Bo", "", "by[first]=Ann"]) {
    const { status, text } = await app.send("POST", "/books/1/loan", form, body);
    expect([status, text]).toEqual([400, expect.stringContaining('"field":"by"')]);
  }
});

test.each([
  ["no parser", []],
  ["express.urlencoded()", [express.urlencoded({ extended: true })]],
])("behind %s, an undocumented field with brackets is accepted", async (_, before) => {
  const form = { "Content-Type": "application/x-www-form-urlencoded" };
  await using app = await startBookshelf({ before });
  const { status } = await app.send("POST", "/books/1/loan", form, "by=Ann&from[page]=1");
  expect(status).toBe(200);
});

describe("an unusable body is answered at once, and the report says what to change", () => {
  const post = async (...before: RequestHandler[]) => {
    await using app = await startBookshelf({ before });
    const response = await app.send("POST", "/books", json, '{"title":"é"}');
    const problem = app.answered[0]?.problem;
    return [response.status, problem?.kind === "thrown" ? String(problem.error) : problem?.kind];
  };
  const replace =
    (body: unknown): RequestHandler =>
    (request, _response, next) => {
      request.body = body;
      next();
    };

  test.each<[string, RequestHandler[], string]>([
    [
      "a parser that stores no body",
      [(request, _response, next) => request.resume().once("end", next)],
      "no middleware left a parsed body",
    ],
    [
      "a middleware that reads a part of the body",
      [
        (request, _response, next) => {
          request.once("data", () => {
            request.pause();
            next();
          });
        },
      ],
      "has begun to read the body",
    ],
    [
      "a middleware that sets the encoding",
      [
        (request, _response, next) => {
          request.setEncoding("utf8");
          next();
        },
      ],
      "has set its encoding",
    ],
    ["express.text() of JSON", [express.text(everything)], "is text"],
    ["a value that is not JSON", [express.json(), replace({ title: new Date() })], "is not JSON"],
    ["a function", [express.json(), replace({ title: () => "t" })], "is not JSON"],
  ])("%s", async (_, parsers, words) => {
    const [status, report] = await post(...parsers);
    expect(status).toBe(500);
    expect(report).toContain(words);
    expect(report).toContain("Mount the router before");
  });

  test("an unread body is read, even if request.body is set", async () => {
    // Some parsers set an empty object if they read nothing.
    expect((await post(replace({})))[0]).toBe(201);
  });
});

test.each(["its client leaves during authenticate", "a middleware destroys it"])(
  "an incomplete request is reported: %s",
  async (how) => {
    const noticed = Promise.withResolvers<number>();
    const asked = Promise.withResolvers<undefined>();
    const closed = Promise.withResolvers<undefined>();
    const isEnded = how.startsWith("a middleware");
    const watch: RequestHandler = (request, _response, next) => {
      request.once("close", closed.resolve);
      next();
      if (isEnded) setImmediate(() => request.destroy());
    };
    await using app = await startBookshelf({
      before: [watch],
      async authenticate() {
        asked.resolve(undefined);
        if (!isEnded) await closed.promise;
        return "reader";
      },
      onResponse: ({ status }) => {
        noticed.resolve(status);
      },
    });
    const socket = connect(app.port, "127.0.0.1").on("error", () => undefined);
    socket.write(
      "POST /books HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{",
    );
    await asked.promise;
    if (!isEnded) socket.destroy();
    expect(await noticed.promise).toBe(0);
  },
);
