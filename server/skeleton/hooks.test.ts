import type { RequestHandler } from "express";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { RouterOptions } from "./index.ts";
import { startBookshelf } from "./testing/bookshelf.ts";

const written: string[] = [];

beforeEach(() => {
  written.length = 0;
  vi.spyOn(console, "error").mockImplementation((...parts) => {
    written.push(parts.map(String).join(" "));
  });
});

afterEach(() => {
  vi.restoreAllMocks();
});

const fail = (): never => {
  throw new Error("broken hook");
};
const reject = () => Promise.reject(new Error("broken hook"));

/** Runs only when it is awaited, as the queries of some database libraries. */
const rejectingQuery = {
  then: (_: unknown, failed: (error: Error) => void) => {
    failed(new Error("broken hook"));
  },
};

/** Hooks as written in JavaScript. */
type Hooks = Partial<RouterOptions<string>>;

// An unhandled rejection ends the process and fails this file.
describe("a hook that fails never ends the process", () => {
  test.each<[string, Hooks, number]>([
    ["onResponse throws", { onResponse: fail }, 200],
    ["onResponse rejects", { onResponse: reject }, 200],
    ["onResponse returns a thenable that rejects", { onResponse: () => rejectingQuery }, 200],
    ["authenticate throws", { authenticate: fail }, 500],
    ["authenticate rejects", { authenticate: reject }, 500],
    ["beforeHandler throws", { beforeHandler: fail }, 500],
    ["beforeHandler rejects", { beforeHandler: reject }, 500],
    ["middleware throws", { middleware: { findBooks: [fail] } }, 500],
    ["middleware rejects", { middleware: { findBooks: [reject] } }, 500],
    ["onSend throws", { onSend: fail }, 500],
    ["errors throws", { authenticate: fail, errorHandler: fail }, 500],
    ["errors rejects", { authenticate: fail, errorHandler: reject }, 500],
    ["all throw", { authenticate: fail, errorHandler: fail, onResponse: fail }, 500],
    ["the engine throws", { engine: { request: fail, response: fail } }, 500],
    ["the engine rejects", { engine: { request: reject, response: reject } }, 500],
  ])("%s", async (_, hooks, status) => {
    await using app = await startBookshelf(hooks);
    expect((await app.send("GET", "/books")).status).toBe(status);
    expect((await app.send("GET", "/books")).status).toBe(status);
    if (hooks.onResponse)
      expect(written.join()).toContain("The hook onResponse has failed: Error: broken hook");
  });

  test("errors may answer later", async () => {
    await using app = await startBookshelf({
      authenticate: fail,
      errorHandler: () => Promise.resolve({ status: 404, body: { missing: "all" } }),
    });
    expect((await app.send("GET", "/books")).text).toBe('{"missing":"all"}');
  });
});

describe("a response that cannot be written is a 500 with a report", () => {
  test.each<[string, string, unknown, string]>([
    ["a header with a line break", "/books/1\nX: y", undefined, "Invalid character"],
    ["a header that is not Latin-1", "/books/本", undefined, "Invalid character"],
    ["a body that is not JSON", "/books/1", { title: "t", toJSON: fail }, "broken hook"],
    ["a body without JSON", "/books/1", { title: "t", toJSON: () => undefined }, "must be"],
  ])("%s", async (_, location, body, words) => {
    await using app = await startBookshelf({
      engine: { request: () => [], response: () => [] },
      handlers: {
        addBook: (request, reply) => {
          const headers = { "X-Before": "1", Location: location };
          return reply(201, (body ?? request.body) as { title: string }, headers);
        },
      },
    });
    const json = { "Content-Type": "application/json" };
    const response = await app.send("POST", "/books", json, '{"title":"t"}');
    const { location: sent, "x-before": before } = response.headers;
    expect([response.status, sent, before]).toEqual([500, undefined, undefined]);
    const problem = app.answered[0]?.problem;
    expect(problem?.kind).toBe("invalid-response");
    expect(JSON.stringify(problem)).toContain("addBook 201");
    expect(JSON.stringify(problem)).toContain(words);
  });

  test("a response of earlier middleware is kept", async () => {
    const respondFirst: RequestHandler = (_request, response, next) => {
      next();
      response.sendStatus(503);
    };
    await using app = await startBookshelf({
      before: [respondFirst],
      authenticate: async () => Promise.resolve("reader"),
    });
    expect((await app.send("GET", "/books")).status).toBe(503);
    await expect
      .poll(() => app.answered[0])
      .toMatchObject({
        status: 503,
        problem: { detail: "something other than the router has answered" },
      });
  });
});

test("without the hook, server errors are written to the console, with escaped text", async () => {
  const message = "broken hook\u001b[2J\u009b\u202e\n::error file=a::b";
  await using app = await startBookshelf({
    unreported: true,
    handlers: {
      findBooks: () => {
        throw new Error(message);
      },
    },
  });
  await app.send("GET", "/books");
  await app.send("GET", "/nothing");
  expect(written).toHaveLength(1);
  expect(written[0]).toContain(
    String.raw`GET /books: Error: broken hook\u001b[2J\u009b\u202e` + "\n\\u003a:error file=a::b\n",
  );
});

test("onSend changes a reply before it is checked", async () => {
  const replies: unknown[] = [[{ secret: "key" }]];
  await using app = await startBookshelf({
    onSend: (reply, { operation, context }) => ({
      ...reply,
      body: replies.pop() ?? [{ title: `${operation.id} of ${context}` }],
    }),
  });
  const { status, text } = await app.send("GET", "/books");
  expect(status).toBe(500);
  expect(text).not.toMatch(/secret|key/);
  expect((await app.send("GET", "/books")).text).toBe('[{"title":"findBooks of reader"}]');
});
