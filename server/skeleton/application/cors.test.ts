import express from "express";
import { describe, expect, test } from "vitest";
import { createContractRouter, type CorsOptions } from "../index.ts";
import { handlers, startBookshelf } from "../testing/bookshelf-app.ts";
import { bookshelf } from "../testing/bookshelf.ts";
import { listen } from "../testing/listen.ts";

const origin = "https://app.example";
const everyone: CorsOptions = { origins: "*" };
const some: CorsOptions = { origins: [origin, "http://127.0.0.1:8080"], credentials: true };

const ask = (method: string) => ({ Origin: origin, "Access-Control-Request-Method": method });
const corsHeaders = (headers: object) =>
  Object.fromEntries(
    Object.entries(headers).filter(([name]) => /^(access-control-|vary)/.test(name)),
  );

describe("off, which is the default", () => {
  test("nothing of it is said, and a preflight is one method more", async () => {
    await using app = await startBookshelf(() => undefined);
    const preflight = await app.send("OPTIONS", "/books", ask("GET"));
    expect([preflight.status, corsHeaders(preflight.headers)]).toEqual([405, {}]);
    const answer = await app.send("GET", "/books", { Origin: origin });
    expect(corsHeaders(answer.headers)).toEqual({});
  });
});

describe("a preflight is answered by what the contract documents", () => {
  test.each([
    ["/books", "GET", "GET, POST, HEAD", "X-Trace, X-Key"],
    ["/books", "POST", "GET, POST, HEAD", "X-Trace, X-Shelf, Content-Type"],
    ["/books/1", "DELETE", "DELETE", "X-Trace"],
    ["/books/1/note", "PUT", "PUT", "X-Trace, Content-Type"],
    ["/books/1/loan", "POST", "POST", "X-Trace, Content-Type"],
    ["/books", "PUT", "GET, POST, HEAD", "X-Trace"],
  ])("%s %s", async (path, method, methods, names) => {
    const refuse = () => {
      throw new Error("a preflight has no credentials");
    };
    await using app = await startBookshelf(() => undefined, {
      cors: { ...everyone, requestHeaders: ["X-Trace"], maxAgeSeconds: 60 },
      authenticate: refuse,
    });
    const { status, text, headers } = await app.send("OPTIONS", path, ask(method));
    expect([status, text]).toEqual([204, ""]);
    expect(corsHeaders(headers)).toEqual({
      "access-control-allow-origin": "*",
      "access-control-allow-methods": methods,
      "access-control-allow-headers": names,
      "access-control-max-age": "60",
    });
    expect(app.answered.map((each) => [each.method, each.status])).toEqual([["OPTIONS", 204]]);
  });

  test("none is answered for a path that the contract does not have", async () => {
    await using app = await startBookshelf(() => undefined, { cors: everyone });
    expect((await app.send("OPTIONS", "/nothing", ask("GET"))).status).toBe(404);
  });

  test("any other OPTIONS stays one method more", async () => {
    await using app = await startBookshelf(() => undefined, { cors: everyone });
    expect((await app.send("OPTIONS", "/books", { Origin: origin })).status).toBe(405);
    const method = { "Access-Control-Request-Method": "GET" };
    expect((await app.send("OPTIONS", "/books", method)).status).toBe(405);
  });

  test("beside another contract, each answers for its own paths", async () => {
    const options = { authenticate: () => "reader", cors: everyone };
    const router = createContractRouter(bookshelf, handlers, { ...options, notFound: "next" });
    const app = express().use(router, (_request, response) => void response.sendStatus(418));
    await using server = await listen(app);
    expect((await server.send("OPTIONS", "/books", ask("GET"))).status).toBe(204);
    expect((await server.send("OPTIONS", "/others", ask("GET"))).status).toBe(418);
  });
});

describe("every answer lets a page read it", () => {
  test.each([
    ["an answer", "GET", "/books", 200],
    ["a refusal", "GET", "/books?limit=x", 400],
    ["an unknown path", "GET", "/nothing", 404],
    ["an unknown method", "PATCH", "/books", 405],
  ])("%s", async (_, method, path, status) => {
    await using app = await startBookshelf(() => undefined, { cors: everyone });
    const answer = await app.send(method, path, { Origin: origin });
    expect(answer.status).toBe(status);
    expect(corsHeaders(answer.headers)).toEqual({ "access-control-allow-origin": "*" });
  });

  test("with the headers that are documented", async () => {
    await using app = await startBookshelf(() => undefined, { cors: everyone });
    const json = { Origin: origin, "Content-Type": "application/json" };
    const { headers } = await app.send("POST", "/books", json, '{"title":"t"}');
    expect(headers["access-control-expose-headers"]).toBe("Location");
  });
});

describe("origins may be listed", () => {
  const varied = { vary: "Accept-Encoding, Origin" };
  test.each([
    [
      origin,
      {
        ...varied,
        "access-control-allow-origin": origin,
        "access-control-allow-credentials": "true",
      },
    ],
    ["https://app.example.evil", varied],
    ["http://app.example", varied],
    ["null", varied],
    [undefined, varied],
  ])("%s", async (from, expected) => {
    const begin = (app: express.Express) =>
      app.use((_request, response, next) => {
        response.vary("Accept-Encoding");
        next();
      });
    await using app = await startBookshelf(begin, { cors: some });
    const answer = await app.send("GET", "/books", from === undefined ? {} : { Origin: from });
    expect([answer.status, corsHeaders(answer.headers)]).toEqual([200, expected]);
  });

  test.each<[string, CorsOptions]>([
    ["a path", { origins: ["https://app.example/"] }],
    ["no scheme", { origins: ["app.example"] }],
    ["a pattern", { origins: ["https://*.example"] }],
    ["cookies for everybody", { origins: "*", credentials: true }],
  ])("%s does not start", (_, cors) => {
    expect(() =>
      createContractRouter(bookshelf, handlers, { authenticate: () => "", cors }),
    ).toThrow(TypeError);
  });
});
