import express from "express";
import { expect, test } from "vitest";
import { createContractRouter } from "../index.ts";
import { handlers, startBookshelf, bookshelf } from "../testing/bookshelf.ts";
import { listen } from "../testing/listen.ts";

test.each([
  ["/v9/books", 200],
  ["/v9/books?limit=1", 200],
  ["/v9/books?limit=x", 400],
  ["/books", 418],
  ["/v9", 404],
  ["/v9/", 404],
  ["/v9/v9/books", 404],
  ["/v9books", 418],
])("mounted at a path, %s answers %i", async (path, status) => {
  await using app = await startBookshelf({ mountPath: "/v9" });
  expect((await app.send("GET", path)).status).toBe(status);
  // Reports have the whole path.
  if (status === 200) expect(app.answered[0]?.path).toBe("/v9/books");
});

test("a mount path may have parameters, and routers may be nested", async () => {
  const router = createContractRouter(bookshelf, handlers, { authenticate: () => "reader" });
  const app = express().use("/tenants/:tenant", express.Router().use("/v9", router));
  await using server = await listen(app);
  expect((await server.send("GET", "/tenants/a/v9/books")).status).toBe(200);
  expect((await server.send("GET", "/tenants/a/books")).status).toBe(404);
});

test.each([
  ["GET", "/nothing", 418],
  ["POST", "/echo", 200],
  ["GET", "/books/%E0%A4%A", 418],
  ["PUT", "/books", 405],
  ["OPTIONS", "/books", 405],
  ["GET", "/books", 200],
  ["GET", "/books?limit=x", 400],
])("with notFound: next, %s %s answers %i", async (method, path, status) => {
  const text = { "Content-Type": "text/plain" };
  await using app = await startBookshelf({ notFound: "next" });
  const response = await app.send(method, path, text, method === "POST" ? "hello" : undefined);
  expect(response.status).toBe(status);
  // The next middleware gets the whole request, and nothing is reported.
  if (path === "/echo") expect(response.text).toBe("hello");
  expect(app.answered).toHaveLength(path.startsWith("/books") && status !== 418 ? 1 : 0);
});

test("without next middleware, unknown paths are refused", async () => {
  const authenticate = () => "reader";
  const router = createContractRouter(bookshelf, handlers, { authenticate, notFound: "next" });
  await using server = await listen(router);
  expect((await server.send("GET", "/nothing")).status).toBe(404);
});
