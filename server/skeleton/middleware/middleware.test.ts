import { once } from "node:events";
import express, { type RequestHandler, type Response } from "express";
import { describe, expect, test } from "vitest";
import { createContractRouter, type Middleware } from "../index.ts";
import { handlers, startBookshelf, bookshelf } from "../testing/bookshelf.ts";

const form = { "Content-Type": "application/x-www-form-urlencoded" };

test("runs for its operation only, after authenticate and before the body is read", async () => {
  const steps: string[] = [];
  const step =
    (name: string): RequestHandler =>
    (_request, _response, next) => {
      steps.push(name);
      next();
    };
  await using app = await startBookshelf({
    authenticate: () => {
      steps.push("authenticate");
      return "reader";
    },
    middleware: { borrowBook: [step("first"), express.urlencoded(), step("second")] },
  });
  expect((await app.send("POST", "/books/1/loan", form, "by=Ann")).text).toBe('{"by":"Ann"}');
  expect(steps).toEqual(["authenticate", "first", "second"]);
  await app.send("GET", "/books");
  expect(steps).toHaveLength(4);
});

test("its headers are sent with the response, and it may wrap methods of the response", async () => {
  const wrap: RequestHandler = (_request, response, next) => {
    const end = response.end.bind(response);
    response.end = (...given: unknown[]) => {
      calls.push("wrapped");
      return Reflect.apply(end, response, given) as Response;
    };
    response.setHeader("RateLimit-Remaining", "4");
    next();
  };
  const calls: string[] = [];
  await using app = await startBookshelf({ middleware: { findBooks: [wrap] } });
  const result = await app.send("GET", "/books");
  expect([result.status, result.text, calls]).toEqual([200, '[{"title":"Rivers"}]', ["wrapped"]]);
  expect(result.headers["ratelimit-remaining"]).toBe("4");
});

test.each<[string, unknown, number]>([
  ["an error", new Error("no"), 500],
  ["an error with a status", Object.assign(new Error("no"), { status: 429 }), 429],
  ["a text, as for leaving a route of Express", "route", 500],
])("it refuses with next() and %s", async (_, error, status) => {
  await using app = await startBookshelf({
    middleware: {
      findBooks: [
        (_request, _response, next) => {
          next(error);
        },
      ],
    },
  });
  expect((await app.send("GET", "/books")).status).toBe(status);
  expect(app.answered[0]?.problem?.kind).toBe("thrown");
});

describe("it cannot answer: nothing is sent, and the response is a reported 500", () => {
  test.each<[string, (response: Response) => unknown]>([
    ["json", (response) => response.status(429).set("Location", "/away").json({ secret: 1 })],
    ["send", (response) => response.send("secret")],
    [
      "redirect",
      (response) => {
        response.redirect("/secret");
      },
    ],
    ["write", (response) => response.write("secret")],
    ["writeHead", (response) => response.writeHead(204)],
    [
      "flushHeaders",
      (response) => {
        response.flushHeaders();
      },
    ],
    ["end", (response) => response.end()],
  ])("%s", async (_, result) => {
    for (const later of [false, true]) {
      const middleware = (_request: unknown, response: Response) => {
        if (later) setImmediate(result, response);
        else result(response);
      };
      await using app = await startBookshelf({
        middleware: { findBooks: [middleware] },
      });
      const { status, text, headers } = await app.send("GET", "/books");
      expect([status, headers.location, headers.etag]).toEqual([500, undefined, undefined]);
      expect(text).not.toContain("secret");
      expect(app.answered[0]?.problem).toMatchObject({ error: { code: "middleware-answered" } });
    }
  });

  test("what it writes after next() is not sent either", async () => {
    const middleware: Middleware = (_request, response, next) => {
      next();
      response.end("secret");
    };
    await using app = await startBookshelf({
      middleware: { findBooks: [middleware] },
    });
    expect((await app.send("GET", "/books")).text).toBe('[{"title":"Rivers"}]');
  });
});

test.each(["before", "while"])(
  "a client that leaves %s middleware runs is reported",
  async (when) => {
    await using app = await startBookshelf({
      async authenticate({ request: { socket } }) {
        if (when === "before") await once(socket.destroy(), "close");
        return "reader";
      },
      middleware: { findBooks: [(request) => request.socket.destroy()] },
    });
    await expect(app.send("GET", "/books")).rejects.toThrow("socket hang up");
    await expect.poll(() => app.answered[0]?.status).toBe(0);
  },
);

test("middleware of an unknown operation neither compiles nor starts", () => {
  expect(() =>
    createContractRouter(bookshelf, handlers, {
      authenticate: () => "reader",
      // @ts-expect-error The contract has no such operation.
      middleware: { findBook: [] },
    }),
  ).toThrow("Contract bookshelf has no operation findBook.");
});
