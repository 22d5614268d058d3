import { AsyncLocalStorage } from "node:async_hooks";
import { once } from "node:events";
import { request, type IncomingMessage } from "node:http";
import express from "express";
import { describe, expect, expectTypeOf, test } from "vitest";
import { createContractRouter, type HookInput, type HandlersOf } from "../index.ts";
import { handlers, startBookshelf, bookshelf, type Operations } from "../testing/bookshelf.ts";
import { listen } from "../testing/listen.ts";

/** The application's own type of request. */
interface AppRequest extends express.Request {
  user?: string;
}

const { findBooks, ...others } = handlers;

test("authenticate, handlers and hooks get the application's own request", async () => {
  const seen: (string | undefined)[] = [];
  const router = createContractRouter(
    bookshelf,
    {
      ...others,
      findBooks: ({ context, request }, reply) =>
        reply(200, [{ title: `${context.name} ${request.user ?? ""} ${request.ip ?? ""}` }]),
    },
    {
      authenticate: ({ request }: HookInput<AppRequest>) => ({ name: request.user ?? "nobody" }),
      beforeHandler: ({ request }) => void seen.push(request.user),
      onResponse: ({ request }) => seen.push(request.user),
    },
  );
  const app = express();
  app.use((request: AppRequest, _response, next) => {
    request.user = "Ann";
    next();
  });
  await using server = await listen(app.use("/v1", router));
  const { text } = await server.send("GET", "/v1/books");
  expect(text).toMatch(/^\[\{"title":"Ann Ann .*127\.0\.0\.1"\}\]$/);
  expect(seen).toEqual(["Ann", "Ann"]);
});

test.each([
  ["http://library.example/v1/books?limit=1", "/v1/books"],
  ["http://library.example", "/"],
  ["/v1/books?limit=1", "/v1/books"],
])("the path of %s is %s", async (target, path) => {
  const seen: string[] = [];
  const onResponse = (answered: { readonly path: string }) => seen.push(answered.path);
  const router = createContractRouter(bookshelf, handlers, {
    authenticate: () => ({}),
    onResponse,
  });
  await using server = await listen(express().use("/v1", router).use(router));
  await server.send("GET", target);
  expect(seen).toEqual([path]);
});

describe("the context has the type that authenticate returns", () => {
  const named = (name: string) => [{ title: name }];
  const authenticate = ({ headers }: HookInput) => ({ name: headers.host ?? "" });

  test("with and without its argument", () => {
    createContractRouter(
      bookshelf,
      { ...others, findBooks: ({ context }, reply) => reply(200, named(context.name)) },
      { authenticate: () => ({ name: "Ann" }) },
    );
    createContractRouter(
      bookshelf,
      { ...others, findBooks: ({ context }, reply) => reply(200, named(context.name)) },
      { authenticate },
    );
    createContractRouter(bookshelf, {
      authenticate: async ({ headers }) => Promise.resolve({ name: headers.host ?? "" }),
      handlers: {
        ...others,
        findBooks: ({ context }, reply) => reply(200, named(context.name)),
      },
      onResponse: ({ context }) => {
        expectTypeOf(context).toEqualTypeOf<{ name: string } | undefined>();
      },
    });
  });

  test("so handlers for another context do not compile", () => {
    const written: HandlersOf<Operations, string> = {
      ...others,
      findBooks: ({ context }, reply) => reply(200, named(context)),
    };
    createContractRouter(bookshelf, written, { authenticate: ({ headers }) => headers.host ?? "" });
    // @ts-expect-error The handlers take a string.
    createContractRouter(bookshelf, written, { authenticate });
    // @ts-expect-error Also without its argument.
    createContractRouter(bookshelf, written, { authenticate: () => 1 });
  });

  test("handlers and authenticate have the same type of request", () => {
    const typed: HandlersOf<Operations, string, AppRequest> = {
      ...others,
      findBooks: ({ request }, reply) => reply(200, named(request.user ?? "")),
    };
    const router = createContractRouter(bookshelf, typed, {
      authenticate: ({ request }: HookInput<AppRequest>) => request.user ?? "",
    });
    express().use(router);
    // @ts-expect-error A request of Node has no user.
    const wrong: (request: IncomingMessage, response: never) => void = router;
    const byHandlers = createContractRouter(bookshelf, typed, {
      authenticate: ({ request }: HookInput) => request.url ?? "",
    });
    // @ts-expect-error The handlers need a user, though the hook does not.
    const alsoWrong: (request: IncomingMessage, response: never) => void = byHandlers;
    expect([wrong, alsoWrong]).toEqual([router, byHandlers]);
  });
});

test("handlers may be in the options", async () => {
  const router = createContractRouter(bookshelf, {
    authenticate: ({ headers }) => headers["x-key"]?.toString() ?? "nobody",
    handlers: { ...others, findBooks: ({ context }, reply) => reply(200, [{ title: context }]) },
  });
  await using server = await listen(router);
  expect((await server.send("GET", "/books", { "X-Key": "k" })).text).toBe('[{"title":"k"}]');
  expect(() =>
    createContractRouter(bookshelf, {
      authenticate: () => "",
      // @ts-expect-error Every operation has a handler.
      handlers: others,
    }),
  ).toThrow("no handler for findBooks");
});

test("a signal aborts in the asynchronous context of its handler", async () => {
  const storage = new AsyncLocalStorage<string>();
  const seen = Promise.withResolvers<string | undefined>();
  await using app = await startBookshelf({
    before: [
      (request, _response, next) => {
        storage.run("of the middleware", next);
        request.socket.destroy();
      },
    ],
    handlers: {
      findBooks: ({ signal }, reply) =>
        new Promise((response) => {
          signal.addEventListener("abort", () => {
            seen.resolve(storage.getStore());
            response(reply(200, []));
          });
        }),
    },
  });
  await expect(app.send("GET", "/books")).rejects.toThrow("socket hang up");
  expect(await seen.promise).toBe("of the middleware");
});

test("a handler runs in the asynchronous context of earlier middleware, even if its body arrives later", async () => {
  const storage = new AsyncLocalStorage<string>();
  const arrived = Promise.withResolvers<undefined>();
  let seen: string | undefined;
  await using app = await startBookshelf({
    before: [
      (_request, _response, next) => {
        storage.run("of the middleware", next);
        arrived.resolve(undefined);
      },
    ],
    handlers: {
      addBook: ({ body }, reply) => {
        seen = storage.getStore();
        return reply(201, body, { Location: "/books/1" });
      },
    },
  });
  const headers = { "Content-Type": "application/json" };
  const posted = request(new URL("/books", app.url), { method: "POST", headers });
  posted.flushHeaders();
  await arrived.promise;
  // The body arrives in the context of the connection.
  posted.end('{"title":"Night"}');
  await once(posted, "response");
  expect(seen).toBe("of the middleware");
});
