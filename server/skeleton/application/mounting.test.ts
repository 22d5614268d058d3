import express from "express";
import { describe, expect, test } from "vitest";
import { createContractRouter } from "../index.ts";
import { handlers, startBookshelf } from "../testing/bookshelf-app.ts";
import { bookshelf } from "../testing/bookshelf.ts";
import { listen } from "../testing/listen.ts";

const errorHandler = () => ({ status: 500, body: undefined });

describe("mounted at a path", () => {
  test.each([
    ["/v9/books", 200],
    ["/v9/books?limit=1", 200],
    ["/v9/books?limit=x", 400],
    ["/books", 404],
    ["/v9", 404],
    ["/v9/", 404],
    ["/v9/v9/books", 404],
    ["/v9books", 404],
  ])("%s answers %i", async (path, status) => {
    await using app = await startBookshelf(() => undefined, { mountPath: "/v9" });
    expect((await app.send("GET", path)).status).toBe(status);
  });

  test("reports have the whole path", async () => {
    await using app = await startBookshelf(() => undefined, { mountPath: "/v9" });
    await app.send("GET", "/v9/books?limit=1");
    expect(app.answered.map(({ path, status }) => [path, status])).toEqual([["/v9/books", 200]]);
  });

  test("a mount path may have parameters, and routers may lie in one another", async () => {
    const outer = express.Router();
    outer.use(
      "/v9",
      createContractRouter(bookshelf, handlers, { authenticate: () => "reader", errorHandler }),
    );
    await using app = await listen(express().use("/tenants/:tenant", outer));
    expect((await app.send("GET", "/tenants/a/v9/books")).status).toBe(200);
    expect((await app.send("GET", "/tenants/a/books")).status).toBe(404);
  });
});

describe("notFound: next", () => {
  const router = createContractRouter(bookshelf, handlers, {
    authenticate: () => "reader",
    errorHandler,
    notFound: "next",
  });

  test("what is passed on is whole: its body has not been read", async () => {
    const app = express().use(router, express.text());
    app.post("/echo", (request, response) => void response.send(request.body));
    await using server = await listen(app);
    const sent = await server.send("POST", "/echo", { "Content-Type": "text/plain" }, "hello");
    expect(sent.text).toBe("hello");
  });

  test.each([
    ["GET", "/nothing", 418],
    ["GET", "/books/%E0%A4%A", 418],
    ["PUT", "/books", 405],
    ["OPTIONS", "/books", 405],
    ["GET", "/books", 200],
    ["GET", "/books?limit=x", 400],
  ])("%s %s answers %i", async (method, path, status) => {
    const app = express().use(router, (_request, response) => void response.sendStatus(418));
    await using server = await listen(app);
    expect((await server.send(method, path)).status).toBe(status);
  });

  test("nothing is reported of what is passed on", async () => {
    await using app = await startBookshelf(() => undefined, { notFound: "next" });
    await app.send("GET", "/nothing");
    expect(app.answered).toEqual([]);
  });

  test("without anybody to pass on to, what is unknown is refused", async () => {
    await using server = await listen(router);
    expect((await server.send("GET", "/nothing")).status).toBe(404);
  });
});
