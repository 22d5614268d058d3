import type { RequestHandler } from "express";
import { describe, expect, test } from "vitest";
import type { CorsOptions } from "../index.ts";
import { startBookshelf } from "../testing/bookshelf.ts";

const origin = "https://app.example";
const everyone: CorsOptions = { origins: "*" };
const some: CorsOptions = { origins: [origin, "http://127.0.0.1:8080"], credentials: true };

const ask = (method: string) => ({ Origin: origin, "Access-Control-Request-Method": method });
const corsHeaders = (headers: object) =>
  Object.fromEntries(
    Object.entries(headers).filter(([name]) => /^(access-control-|vary)/.test(name)),
  );

test("without the option there are no headers of CORS, and a preflight is an undocumented method", async () => {
  await using app = await startBookshelf();
  const preflight = await app.send("OPTIONS", "/books", ask("GET"));
  expect([preflight.status, corsHeaders(preflight.headers)]).toEqual([405, {}]);
  const response = await app.send("GET", "/books", { Origin: origin });
  expect(corsHeaders(response.headers)).toEqual({});
});

describe("a preflight is answered from the contract", () => {
  test.each([
    ["/books", "GET", "GET, POST, HEAD", "X-Trace, X-Key"],
    ["/books", "POST", "GET, POST, HEAD", "X-Trace, X-Shelf, Content-Type"],
    ["/books/1", "DELETE", "DELETE", "X-Trace"],
    ["/books", "PUT", "GET, POST, HEAD", "X-Trace"],
  ])("%s %s", async (path, method, methods, names) => {
    await using app = await startBookshelf({
      cors: { ...everyone, requestHeaders: ["X-Trace"], maxAgeSeconds: 60 },
      authenticate: () => {
        throw new Error("a preflight has no credentials");
      },
    });
    const { status, text, headers } = await app.send("OPTIONS", path, ask(method));
    expect([status, text]).toEqual([204, ""]);
    expect(corsHeaders(headers)).toEqual({
      "access-control-allow-origin": "*",
      "access-control-allow-methods": methods,
      "access-control-allow-headers": names,
      "access-control-max-age": "60",
    });
    expect(app.answered.map((responseInfo) => [responseInfo.method, responseInfo.status])).toEqual([
      ["OPTIONS", 204],
    ]);
  });

  test.each([
    ["an unknown path", "refuse", "/nothing", ask("GET"), 404],
    ["an unknown path for the next middleware", "next", "/nothing", ask("GET"), 418],
    ["a documented path before other middleware", "next", "/books", ask("GET"), 204],
    ["no requested method", "refuse", "/books", { Origin: origin }, 405],
    ["no origin", "refuse", "/books", { "Access-Control-Request-Method": "GET" }, 405],
  ] as const)("a request with OPTIONS: %s", async (_, notFound, path, headers, status) => {
    await using app = await startBookshelf({ cors: everyone, notFound });
    expect((await app.send("OPTIONS", path, headers)).status).toBe(status);
  });
});

test.each([
  ["a response", "GET", "/books", 200],
  ["a refusal", "GET", "/books?limit=x", 400],
  ["an unknown path", "GET", "/nothing", 404],
  ["an unknown method", "PATCH", "/books", 405],
])("a page may read %s", async (_, method, path, status) => {
  await using app = await startBookshelf({ cors: everyone });
  const response = await app.send(method, path, { Origin: origin });
  expect(response.status).toBe(status);
  expect(corsHeaders(response.headers)).toEqual({ "access-control-allow-origin": "*" });
});

test("a page may read the documented headers", async () => {
  await using app = await startBookshelf({ cors: everyone });
  const json = { Origin: origin, "Content-Type": "application/json" };
  const { headers } = await app.send("POST", "/books", json, '{"title":"t"}');
  expect(headers["access-control-expose-headers"]).toBe("Location");
});

test.each([
  [origin, true],
  ["https://app.example.evil", false],
  ["http://app.example", false],
  ["null", false],
  [undefined, false],
])("if origins are listed, a page of %s may read responses: %s", async (from, isAllowed) => {
  const vary: RequestHandler = (_request, response, next) => {
    response.vary("Accept-Encoding");
    next();
  };
  await using app = await startBookshelf({ before: [vary], cors: some });
  const result = await app.send("GET", "/books", from === undefined ? {} : { Origin: from });
  expect(corsHeaders(result.headers)).toEqual({
    vary: "Accept-Encoding, Origin",
    ...(isAllowed && { "access-control-allow-origin": from }),
    ...(isAllowed && { "access-control-allow-credentials": "true" }),
  });
});

test.each<[string, CorsOptions]>([
  ["a path", { origins: ["https://app.example/"] }],
  ["no scheme", { origins: ["app.example"] }],
  ["a pattern", { origins: ["https://*.example"] }],
  ["cookies for every origin", { origins: "*", credentials: true }],
])("%s does not start", async (_, cors) => {
  await expect(startBookshelf({ cors })).rejects.toThrow(TypeError);
});
