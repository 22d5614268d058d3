import express, { type Express } from "express";
// @ts-expect-error: it has no types of its own; those of Express 5 are close enough for this test.
import express4 from "express-4";
import { describe, expect, test } from "vitest";
import { bookshelf, type Operations } from "./testing/bookshelf.ts";
import { listen } from "./testing/listen.ts";
import { type ResponseInfo, validateWith, type ValidationOptions } from "./index.ts";

type Options = ValidationOptions<Operations, undefined, express.Request>;

const json = { "Content-Type": "application/json" };

describe.each<[string, typeof express]>([
  ["Express 5", express],
  ["Express 4", express4 as typeof express],
])("in front of the routes of %s", (_, framework) => {
  /** Serves an application whose routes are behind the validation. */
  async function serve(
    routes: (app: Express) => unknown,
    { before = [], ...options }: Options & { before?: express.RequestHandler[] } = {},
  ) {
    const reported: ResponseInfo<undefined, express.Request>[] = [];
    const app = framework();
    for (const middleware of before) app.use(middleware);
    app.use(validateWith(bookshelf, { onResponse: (info) => reported.push(info), ...options }));
    app.use(framework.json(), framework.text());
    routes(app);
    return { ...(await listen(app)), reported };
  }

  const echo = (app: Express) =>
    app.post("/books", (request, response) => {
      response.status(201).location("/books/1").json(request.body);
    });

  test.each([
    ["before express.json()", []],
    ["behind express.json()", [express.json()]],
  ])("a route %s gets a valid request, and its response is sent as it is", async (_, before) => {
    await using app = await serve(echo, { before });
    const sent = await app.send("POST", "/books", json, '{"title":"Night"}');
    expect([sent.status, sent.text]).toEqual([201, '{"title":"Night"}']);
    expect(sent.headers).toMatchObject({
      location: "/books/1",
      etag: expect.any(String) as string,
    });
    expect(app.reported).toMatchObject([{ status: 201, operation: { id: "addBook" } }]);
    expect(app.reported[0]).not.toHaveProperty("problem");
  });

  test("an invalid request does not reach its route", async () => {
    let calls = 0;
    await using app = await serve((routes) => routes.post("/books", () => (calls += 1)));
    const sent = await app.send("POST", "/books", json, '{"title":""}');
    expect([sent.status, calls]).toEqual([400, 0]);
    expect(sent.text).toContain("title");
  });

  test.each<[string, (response: express.Response) => unknown, string]>([
    [
      "an undocumented field",
      (response) => response.status(201).location("/").json({ title: "A", own: 1 }),
      "own",
    ],
    ["no documented header", (response) => response.status(201).json({ title: "A" }), "Location"],
    [
      "an undocumented status",
      (response) => response.status(299).json({ title: "A" }),
      "addBook 299",
    ],
    [
      "another content type",
      (response) => response.status(201).location("/").send("<p>"),
      "content-type",
    ],
    ["no JSON", (response) => response.status(201).location("/").type("json").send("{"), "no JSON"],
  ])("a response with %s is replaced, and its headers are not sent", async (_, respond, detail) => {
    await using app = await serve((routes) =>
      routes.post("/books", (_request, response) => {
        response.set("Cache-Control", "public, max-age=60").cookie("a", "b");
        respond(response);
      }),
    );
    const sent = await app.send("POST", "/books", json, '{"title":"A"}');
    expect(sent.status).toBe(500);
    expect(sent.headers).not.toHaveProperty("cache-control");
    expect(sent.headers).not.toHaveProperty("set-cookie");
    const [{ problem } = {}] = app.reported;
    expect(problem).toMatchObject({
      kind: "invalid-response",
      detail: expect.stringContaining(detail) as string,
    });
  });

  test("an error of a route is a 500", async () => {
    await using app = await serve((routes) => {
      routes.get("/books", () => {
        throw new Error("secret");
      });
      routes.use(((_error, _request, response, _next) => {
        response.status(500).send("secret");
      }) satisfies express.ErrorRequestHandler);
    });
    const sent = await app.send("GET", "/books");
    expect(sent.status).toBe(500);
    expect(sent.text).not.toContain("secret");
  });

  test("an undocumented 501 says that a route is not implemented", async () => {
    await using app = await serve((routes) =>
      routes.use((_request, response) => void response.sendStatus(501)),
    );
    expect((await app.send("GET", "/books")).status).toBe(501);
    expect(app.reported[0]).not.toHaveProperty("problem");
  });

  test("what is not documented passes unchanged, also methods of documented paths", async () => {
    await using app = await serve((routes) => {
      routes.patch("/books", (request, response) => void response.json(request.body));
      routes.get("/members", (_request, response) => void response.json(["Ada"]));
    });
    expect((await app.send("PATCH", "/books", json, '{"title":""}')).text).toBe('{"title":""}');
    expect((await app.send("GET", "/members")).text).toBe('["Ada"]');
    expect((await app.send("GET", "/nothing")).status).toBe(404);
  });

  test("an operation that has moved is served by its handler", async () => {
    await using app = await serve(echo, {
      handlers: { findBooks: ({ query }, reply) => reply(200, [{ title: `${query.limit}` }]) },
    });
    expect((await app.send("GET", "/books?limit=3")).text).toBe('[{"title":"3"}]');
    expect((await app.send("POST", "/books", json, '{"title":"A"}')).status).toBe(201);
  });

  test("responses without a body, of HEAD, and 304 are sent", async () => {
    await using app = await serve((routes) => {
      routes.delete("/books/:id", (_request, response) => void response.status(204).end());
      routes.get("/books", (_request, response) => void response.json([]));
    });
    expect((await app.send("DELETE", "/books/1")).status).toBe(204);
    expect((await app.send("HEAD", "/books")).status).toBe(200);
    const { etag = "" } = (await app.send("GET", "/books")).headers;
    expect((await app.send("GET", "/books", { "If-None-Match": etag })).status).toBe(304);
    expect(app.reported.filter(({ problem }) => problem)).toEqual([]);
  });

  test("texts and forms are validated, and parts of a response are put together", async () => {
    await using app = await serve((routes) => {
      routes.put("/books/:id/note", (request, response) => {
        response.writeHead(200, { "Content-Type": "text/plain" });
        response.write(String(request.body).slice(0, 1));
        response.end(String(request.body).slice(1));
      });
      routes.post("/books/:id/loan", (request, response) => void response.json(request.body));
    });
    const text = { "Content-Type": "text/plain" };
    expect((await app.send("PUT", "/books/1/note", text, "üa")).text).toBe("üa");
    expect((await app.send("PUT", "/books/1/note", text, "")).status).toBe(400);
    const form = { "Content-Type": "application/x-www-form-urlencoded" };
    expect((await app.send("POST", "/books/1/loan", form, "by=Ada")).text).toBe('{"by":"Ada"}');
  });
});
