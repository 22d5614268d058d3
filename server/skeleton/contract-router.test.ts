import { once } from "node:events";
import { connect } from "node:net";
import type { Reply } from "@contract-toolkit/contract";
import type { RequestHandler } from "express";
import { afterAll, beforeEach, expect, test } from "vitest";
import { createContractRouter } from "./contract-router.ts";
import { bookshelf, handlers, startBookshelf, type Operations } from "./testing/bookshelf.ts";
import { serveLibrary } from "./testing/library-service/server.ts";
import { listen } from "./testing/listen.ts";

const library = await serveLibrary();

beforeEach(library.reset);
afterAll(() => library[Symbol.asyncDispose]());

test.each([
  ["goes on", false],
  ["stops", true],
])("a handler that %s when its signal aborts has not failed", async (_, stops) => {
  library.handlers["findItems"] = ({ signal }, reply) =>
    new Promise((response, reject) => {
      signal.addEventListener("abort", () => {
        if (stops) reject(signal.reason as Error);
        else response(reply(200, []));
      });
      socket.destroy();
    });
  const socket = connect(Number(library.url.port), "127.0.0.1", () => {
    socket.write("GET /items HTTP/1.1\r\nHost: a\r\n\r\n");
  });
  await expect.poll(() => library.answered).toHaveLength(1);
  expect(library.answered[0]).not.toHaveProperty("problem");
});

test("a refusal while the client still sends closes the connection", async () => {
  for (const length of ["Content-Length: 200000", "Transfer-Encoding: chunked"]) {
    const socket = connect(Number(library.url.port), "127.0.0.1");
    socket.write(`POST /items HTTP/1.1\r\nHost: a\r\n${length}\r\n`);
    socket.write("Content-Type: application/json\r\n\r\n");
    if (length.startsWith("T")) socket.write(`${(120_000).toString(16)}\r\n${"1".repeat(120_000)}`);
    const [response] = (await once(socket.setEncoding("utf8"), "data")) as [string];
    expect(response).toMatch(/^HTTP\/1.1 413 /);
    expect(response).toContain("Connection: close");
    socket.destroy();
  }
});

test("a signal that is first read after the client has left is aborted", async () => {
  const closed = Promise.withResolvers<undefined>();
  const aborted = Promise.withResolvers<boolean>();
  const leave: RequestHandler = (request, response, next) => {
    response.once("close", closed.resolve);
    next();
    request.socket.destroy();
  };
  await using app = await startBookshelf({
    before: [leave],
    handlers: {
      async findBooks(received, reply) {
        await closed.promise;
        aborted.resolve(received.signal.aborted);
        return reply(200, []);
      },
    },
  });
  await expect(app.send("GET", "/books")).rejects.toThrow("socket hang up");
  expect(await aborted.promise).toBe(true);
});

test("handlers may be methods of a class, which use its fields", async () => {
  class Shelf {
    readonly title = "Night";
    readonly addBook = handlers.addBook;
    readonly removeBook = handlers.removeBook;
    readonly noteBook = handlers.noteBook;
    readonly borrowBook = handlers.borrowBook;

    findBooks(_: unknown, reply: Reply<Operations["findBooks"]>) {
      return reply(200, [{ title: this.title }]);
    }
  }
  const router = createContractRouter(bookshelf, new Shelf(), { authenticate: () => "reader" });
  await using server = await listen(router);
  expect((await server.send("GET", "/books")).text).toBe('[{"title":"Night"}]');
});

test("an unknown handler beside inherited ones is reported", () => {
  const others = Object.assign(Object.create(handlers) as typeof handlers, { lendBook: () => 1 });
  expect(() => createContractRouter(bookshelf, others, { authenticate: () => "reader" })).toThrow(
    "Contract bookshelf has no operation lendBook.",
  );
});

test.each([
  ["without operations", {}, "has no operation"],
  [
    "with missing and unknown handlers",
    bookshelf.operations,
    "no handler for findBooks, removeBook, noteBook, borrowBook",
  ],
])("a contract %s does not start", (_, operations, reason) => {
  const contract = { ...bookshelf, operations } as never;
  const others = { addBook: () => undefined, lendBook: () => undefined } as never;
  expect(() => createContractRouter(contract, others, undefined as never)).toThrow(reason);
});

test("an older Node.js is refused with one sentence", () => {
  const groupBy = Object.getOwnPropertyDescriptor(Map, "groupBy") ?? {};
  Reflect.deleteProperty(Map, "groupBy");
  try {
    const options = { handlers, authenticate: () => undefined };
    expect(() => createContractRouter(bookshelf, options)).toThrow("needs Node.js 22 or later");
  } finally {
    Object.defineProperty(Map, "groupBy", groupBy);
  }
});
