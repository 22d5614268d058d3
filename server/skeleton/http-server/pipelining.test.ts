import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { setImmediate, setTimeout } from "node:timers/promises";
import express from "express";
import { expect, onTestFinished, test, vi } from "vitest";
import { bookshelf, handlers } from "../testing/bookshelf.ts";
import { listen } from "../testing/listen.ts";
import { createContractServer } from "./contract-server.ts";
import { createExpressServer } from "./express-server.ts";

const refusals = { 400: () => true, 408: () => true, 417: () => true };

/** Serves with Express, and connects to it. */
async function open(serveOne: (request: IncomingMessage, response: ServerResponse) => unknown) {
  const begun: string[] = [];
  const { server, serve } = createExpressServer({
    errorHandler: () => ({ body: { error: true } }),
    refusals,
  });
  serve(
    express().use(async (request, response) => {
      begun.push(request.url);
      await serveOne(request, response);
    }),
  );
  const listening = await listen(server);
  onTestFinished(() => listening[Symbol.asyncDispose]());
  const dial = () => {
    const socket = connect(listening.port, "127.0.0.1").setEncoding("latin1");
    onTestFinished(() => void socket.destroy());
    return socket;
  };
  return { server, begun, url: listening.url, dial };
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;
const paths = (count: number) => Array.from({ length: count }, (_, at) => `/${at}`);

/** Reads until a text has arrived. */
async function readUntil(socket: Socket, end: string): Promise<string> {
  let read = "";
  socket.on("data", (chunk: string) => (read += chunk));
  await vi.waitUntil(() => read.includes(end), patience);
  return read;
}

/** The default of a second is too short on a busy machine. */
const patience = { timeout: 30_000 };

test("pipelined requests are all answered, in order, each after the one before", async () => {
  let open_ = 0;
  let most = 0;
  const { dial, begun } = await open(async (request, response) => {
    most = Math.max(most, (open_ += 1));
    const body = await text(request);
    open_ -= 1;
    response.end(`${request.url ?? ""}${body};`);
  });
  const socket = dial();
  const body = "x".repeat(500);
  const all = paths(5000);
  const post = (path: string) =>
    `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: 500\r\n\r\n${body}`;
  socket.write(all.map((path, at) => (at % 10 === 0 ? post(path) : get(path))).join(""));
  const read = await readUntil(socket, "/4999;");
  expect(read.match(/\/\d+(?=x*;)/g)).toEqual(all);
  expect(begun).toEqual(all);
  expect(most).toBe(1);
});

test("a client that reads nothing does not make others wait, and its requests do not begin", async () => {
  const chunk = Buffer.alloc(100_000, "x");
  const { dial, begun, url } = await open((_, response) => response.end(chunk));
  const silent = dial().pause();
  silent.write(paths(20_000).map(get).join(""));
  await vi.waitUntil(() => begun.length > 5, patience);
  const before = begun.length;
  await (await fetch(new URL("/other", url))).arrayBuffer();
  // While another request was served, one of the connection ended and one began.
  expect(begun.length - before).toBeLessThan(20);
  let last = -1;
  await vi.waitUntil(
    () => {
      const isStill = begun.length === last;
      last = begun.length;
      return isStill;
    },
    { ...patience, interval: 100 },
  );
  // As many as fit into the buffers of the machine.
  expect(begun.length).toBeLessThan(500);
});

test("requests behind one that does not end wait, and the connection is not read", async () => {
  const { dial, begun, server } = await open((request, response) => {
    if (request.url === "/never") response.write("begun;");
    else response.end();
  });
  let arrived = 0;
  server.prependListener("request", () => (arrived += 1));
  const socket = dial();
  socket.write(get("/never"));
  await readUntil(socket, "begun;");
  socket.write(paths(50_000).map(get).join(""));
  await setTimeout(200);
  expect(begun).toEqual(["/never"]);
  expect(arrived).toBeLessThan(5000);
});

test("a client that leaves is noticed, although its requests wait", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const left = Promise.withResolvers<undefined>();
  const { dial, begun, server } = await open((_, response) => {
    response.once("close", left.resolve);
    response.write("begun;");
  });
  const socket = dial();
  socket.write(get("/never") + get("/later"));
  await once(server, "request");
  await vi.waitUntil(() => begun.length === 1, patience);
  socket.destroy();
  await setImmediate();
  await vi.advanceTimersByTimeAsync(15_000);
  await left.promise;
  expect(begun).toEqual(["/never"]);
});

test("a client that sends too many requests behind one that does not end is disconnected", async () => {
  const { dial, begun, server, url } = await open((request, response) => {
    if (request.url !== "/never") response.end();
  });
  const sockets = Array.from({ length: 30 }, dial);
  let closed = 0;
  for (const socket of sockets) {
    socket.on("error", () => undefined).on("close", () => (closed += 1));
    socket.write(get("/never") + get("/x").repeat(2000));
  }
  await vi.waitUntil(() => closed > 0, patience);
  expect(closed).toBeLessThan(30);
  expect(server.listening).toBe(true);
  expect((await fetch(new URL("/other", url))).status).toBe(200);
  expect(begun.filter((path) => path === "/x")).toEqual([]);
});

test("an invalid or late request behind an open one is answered in its turn", async () => {
  const end = Promise.withResolvers<undefined>();
  const { dial } = await open(async (request, response) => {
    if (request.url === "/slow") {
      response.write("first;");
      await end.promise;
    }
    response.end("last;");
  });
  const responses = [
    "POST /late HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1;x\r\nno chunk",
    "GET /x HTTP/1.1\r\nHost: a\r\nExpect: coffee\r\n\r\n",
    "GET /no-host HTTP/1.1\r\n\r\n",
    "CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n",
  ].map(async (invalid) => {
    const socket = dial();
    socket.write(get("/slow") + invalid);
    return text(socket);
  });
  await setTimeout(100);
  end.resolve(undefined);
  const heads = (await Promise.all(responses)).map((read) =>
    read.match(/HTTP\/1.1 \d+|(?:first|last);/g),
  );
  expect(heads.map((read) => read?.slice(0, 3))).toEqual(
    heads.map(() => ["HTTP/1.1 200", "first;", "last;"]),
  );
  expect(heads.map((read) => read?.slice(3))).toEqual([
    ["HTTP/1.1 400"],
    ["HTTP/1.1 417"],
    ["HTTP/1.1 400"],
    [],
  ]);
});

test("servers of a contract have it too", async () => {
  let open_ = 0;
  let most = 0;
  const { listen: begin, close } = createContractServer(bookshelf, {
    authenticate: () => "reader",
    handlers: {
      ...handlers,
      findBooks: async (_, reply) => {
        most = Math.max(most, (open_ += 1));
        await setImmediate();
        open_ -= 1;
        return reply(200, [{ title: "Rivers" }]);
      },
    },
  });
  const { port } = await begin(0);
  const socket = connect(Number(port), "127.0.0.1").setEncoding("latin1");
  socket.write(get("/books").repeat(20) + get("/last"));
  const read = await readUntil(socket, "404 ");
  expect(read.match(/HTTP\/1.1 200/g)).toHaveLength(20);
  expect(most).toBe(1);
  socket.destroy();
  await close();
});
