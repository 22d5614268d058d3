import { once } from "node:events";
import { connect } from "node:net";
import { expect, test } from "vitest";
import type { ResponseInfo } from "../options.ts";
import { handlers, bookshelf } from "../testing/bookshelf.ts";
import { createContractServer } from "./contract-server.ts";

function serverWith(replaced: Partial<typeof handlers> = {}, graceMs = 5_000) {
  const answered: ResponseInfo<string>[] = [];
  const served = createContractServer(bookshelf, {
    authenticate: () => "reader",
    handlers: { ...handlers, ...replaced },
    onResponse: (responseInfo) => answered.push(responseInfo),
    graceMs,
  });
  return { ...served, answered };
}

/** A handler that waits for `end`. */
function slowHandler() {
  const begun = Promise.withResolvers<undefined>();
  const end = Promise.withResolvers<undefined>();
  const findBooks: typeof handlers.findBooks = async (_, reply) => {
    begun.resolve(undefined);
    await end.promise;
    return reply(200, [{ title: "Rivers" }]);
  };
  return { findBooks, begun: begun.promise, end: end.resolve };
}

test("it validates, reports and answers invalid HTTP", async () => {
  const { listen, close, answered } = serverWith();
  const url = await listen(0);
  expect((await fetch(new URL("/books?limit=x", url))).status).toBe(400);
  const socket = connect(Number(url.port), "127.0.0.1").setEncoding("latin1");
  socket.write("no HTTP\r\n\r\n");
  const [text] = (await once(socket, "data")) as [string];
  expect(text).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n(.*\r\n)*Connection: close\r\n/);
  await close();
  expect(answered.map(({ status, operation }) => [status, operation?.id])).toEqual([
    [400, "findBooks"],
  ]);
});

test("when it is closed, an open request finishes, and no more are accepted", async () => {
  const { findBooks, begun, end } = slowHandler();
  const { server, listen, close } = serverWith({ findBooks });
  const books = new URL("/books", await listen(0));
  const open = fetch(books);
  await begun;
  const closed = close();
  await expect.poll(() => server.listening).toBe(false);
  await expect(fetch(books)).rejects.toThrow();
  end(undefined);
  const response = await open;
  expect([response.status, response.headers.get("connection")]).toEqual([200, "close"]);
  await closed;
  await close();
});

test("a request that arrives just before the server is closed is answered", async () => {
  const { listen, close } = serverWith();
  const { port } = await listen(0);
  const socket = connect(Number(port), "127.0.0.1").setEncoding("latin1");
  const responses: string[] = [];
  socket.on("data", (chunk: string) => responses.push(chunk));
  const ask = () => socket.write("GET /books HTTP/1.1\r\nHost: x\r\n\r\n");
  ask();
  await once(socket, "data");
  ask();
  await Promise.all([close(), once(socket, "close")]);
  expect(responses.map((response) => /Connection: .*/.exec(response)?.[0])).toEqual([
    "Connection: keep-alive",
    "Connection: close",
  ]);
});

test("a request that does not finish in time is ended", async () => {
  const { findBooks, begun } = slowHandler();
  const { listen, close, answered } = serverWith({ findBooks }, 100);
  const open = fetch(new URL("/books", await listen(0)));
  await begun;
  await Promise.all([close(), expect(open).rejects.toThrow()]);
  expect(answered).toEqual([]);
});
