import {
  createServer,
  type IncomingHttpHeaders,
  type RequestListener,
  Server,
  type ServerResponse,
} from "node:http";
import type { Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { text } from "node:stream/consumers";
import { describe, expect, onTestFinished, test } from "vitest";
import { listen } from "../../../skeleton/testing/listen.ts";
import { postToAddress } from "./post.ts";

const callback = {
  body: '{"a":"é"}',
  headers: {
    "webhook-id": "e-1",
    "webhook-timestamp": 1_793_588_767,
    "webhook-signature": "v1,x",
  },
};
/** A connection is closed at the end of its attempt, and a kept one after 15 s. */
const soon = { timeout: 3000 };
const never = new AbortController().signal;

async function portOf(response: RequestListener): Promise<number> {
  const { port, [Symbol.asyncDispose]: close } = await listen(response);
  onTestFinished(close);
  return port;
}

/** A receiver under a name that does not resolve, so that only the pinned address leads to it. */
function receiver(port: number) {
  const url = new URL(`http://rebinding.invalid:${port}/`);
  return { url, address: "127.0.0.1" };
}

test("a callback goes to the checked address with its body and headers unchanged", async () => {
  const seen: { body: string; headers: IncomingHttpHeaders }[] = [];
  const port = await portOf((request, response) => {
    void text(request).then((body) => {
      seen.push({ body, headers: request.headers });
      response.writeHead(204).end();
    });
  });
  expect(await postToAddress(receiver(port), callback, never)).toBe(204);
  expect(seen[0]?.body).toBe(callback.body);
  expect(seen[0]?.headers).toMatchObject({
    host: `rebinding.invalid:${port}`,
    "content-type": "application/json",
    "webhook-id": "e-1",
    "webhook-timestamp": "1793588767",
    "webhook-signature": "v1,x",
  });
});

test("callbacks to one address share a connection, and one that the receiver closes is replaced", async () => {
  const connections = new Set<Socket>();
  let isClosing = false;
  const port = await portOf((request, response) => {
    connections.add(request.socket);
    request.resume().once("end", () => {
      // It promises to keep the connection.
      response.writeHead(204).end();
      if (isClosing) setTimeout(() => request.socket.destroy(), 5);
    });
  });
  const post = () => postToAddress(receiver(port), callback, never);
  for (let sent = 0; sent < 5; sent += 1) expect(await post()).toBe(204);
  expect(connections.size).toBe(1);
  isClosing = true;
  for (let sent = 0; sent < 20; sent += 1) {
    expect(await post()).toBe(204);
    await wait(sent % 10);
  }
  expect(connections.size).toBeGreaterThan(1);
});

test("of many receivers, only some connections are kept", async () => {
  const open = new Set<Socket>();
  const eight = Array.from({ length: 8 });
  for (let receivers = 0; receivers < 40; receivers += 1) {
    const waiting: ServerResponse[] = [];
    const server = createServer({ keepAliveTimeout: 60_000 }, (_, response) => {
      // They respond together, so each has a connection of its own.
      if (waiting.push(response) === eight.length)
        for (const each of waiting) each.writeHead(204).end();
    });
    server.on("connection", (socket) => {
      open.add(socket.once("close", () => open.delete(socket)));
    });
    const { port, [Symbol.asyncDispose]: close } = await listen(server);
    onTestFinished(close);
    await Promise.all(eight.map(() => postToAddress(receiver(port), callback, never)));
  }
  await expect.poll(() => open.size, soon).toBeLessThanOrEqual(256);
});

test("long responses over one connection are measured one by one", async () => {
  const connections = new Set<Socket>();
  const port = await portOf((request, response) => {
    connections.add(request.socket);
    request.resume().once("end", () => response.writeHead(200).end("x".repeat(40_000)));
  });
  for (let sent = 0; sent < 3; sent += 1)
    expect(await postToAddress(receiver(port), callback, never)).toBe(200);
  expect(connections.size).toBe(1);
});

test("redirects are not followed", async () => {
  let asked = 0;
  const port = await portOf((_request, response) => {
    asked += 1;
    response.writeHead(307, { Location: "/other" }).end();
  });
  expect(await postToAddress(receiver(port), callback, never)).toBe(307);
  expect(asked).toBe(1);
});

test("a refused connection is an error", async () => {
  await expect(postToAddress(receiver(1), callback, never)).rejects.toThrow();
});

describe("a request ends in time and closes its connection if the receiver", () => {
  const ok = "HTTP/1.1 200 OK\r\n";
  const every5ms = (text: string) => (socket: Socket) => {
    const timer = setInterval(() => socket.write(text), 5);
    socket.once("close", () => {
      clearInterval(timer);
    });
  };
  const flood = (text: string) => (socket: Socket) => {
    const more = () => {
      while (!socket.destroyed && socket.write(text.repeat(100)));
      socket.once("drain", more);
    };
    more();
  };
  const after = (text: string, then: (socket: Socket) => unknown) => (socket: Socket) => {
    socket.write(text);
    then(socket);
  };
  const nothing = () => undefined;

  test.each<[string, (socket: Socket) => unknown, number | undefined]>([
    ["never answers", nothing, undefined],
    ["switches protocols", after("HTTP/1.1 101 Switching Protocols\r\n\r\n", nothing), 101],
    [
      "upgrades",
      after("HTTP/1.1 101 U\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n", nothing),
      101,
    ],
    ["says only 100", after("HTTP/1.1 100 Continue\r\n\r\n", nothing), undefined],
    ["says 103 without end", every5ms("HTTP/1.1 103 Early Hints\r\n\r\n"), undefined],
    ["floods with 102", flood("HTTP/1.1 102 Processing\r\n\r\n"), undefined],
    ["never ends its status line", every5ms("H"), undefined],
    ["never ends its headers", after(ok, every5ms("X: y\r\n")), undefined],
    ["never ends its body", after(`${ok}\r\n`, every5ms("x")), 200],
    ["sends a body without a byte", after(`${ok}Content-Length: 1\r\n\r\n`, nothing), 200],
    [
      "never ends its chunks",
      after(`${ok}Transfer-Encoding: chunked\r\n\r\n1;`, every5ms("x")),
      200,
    ],
    ["floods with its body", after(`${ok}\r\n`, flood("x".repeat(1000))), 200],
    ["hangs up at once", (socket) => socket.destroy(), undefined],
    ["resets", (socket) => socket.resetAndDestroy(), undefined],
    ["hangs up in its headers", after(ok, (socket) => socket.end()), undefined],
    [
      "resets in its body",
      after(`${ok}\r\nx`, (socket) => setTimeout(() => socket.resetAndDestroy(), 20)),
      200,
    ],
    [
      "hangs up after 101",
      after("HTTP/1.1 101 U\r\nUpgrade: x\r\n\r\n", (socket) => socket.end()),
      101,
    ],
    ["speaks no HTTP", after("220 smtp\r\n", nothing), undefined],
  ])("%s", async (_name, behave, status) => {
    const deadline = new AbortController();
    // Even a busy process reads what the receiver has written before this deadline.
    const abortLater = async () => {
      for (let turn = 0; turn < 15; turn += 1) await wait(10);
      deadline.abort();
    };
    const { port, connections } = await rawReceiver((socket) =>
      socket.once("data", () => {
        behave(socket);
        void abortLater();
      }),
    );
    const response = postToAddress(receiver(port), callback, deadline.signal);
    if (status === undefined) await expect(response).rejects.toThrow();
    else expect(await response).toBe(status);
    await expect.poll(connections, soon).toBe(0);
  });

  test("never ends the TLS handshake", async () => {
    const { port, connections } = await rawReceiver(nothing);
    const url = new URL(`https://rebinding.invalid:${port}/`);
    const signal = AbortSignal.timeout(150);
    await expect(postToAddress({ url, address: "127.0.0.1" }, callback, signal)).rejects.toThrow();
    await expect.poll(connections, soon).toBe(0);
  });

  test("takes its time for the body, though there is time left", async () => {
    const { port, connections } = await rawReceiver(after(`${ok}\r\n`, every5ms("x")));
    expect(await postToAddress(receiver(port), callback, never)).toBe(200);
    await expect.poll(connections, soon).toBe(0);
  });
});

/** Accepts connections and never ends one by itself. `connections` counts the open ones. */
async function rawReceiver(behave: (socket: Socket) => unknown) {
  const open = new Set<Socket>();
  // A server that listens, without its HTTP parser.
  const server = new Server().removeAllListeners("connection").on("connection", (socket) => {
    open.add(socket);
    socket.on("error", () => undefined).once("close", () => open.delete(socket));
    // The gateway has closed the connection.
    socket.once("end", () => socket.destroy());
    socket.resume();
    behave(socket);
  });
  const { port, [Symbol.asyncDispose]: close } = await listen(server);
  onTestFinished(() => {
    for (const socket of open) socket.destroy();
    return close();
  });
  return { port, connections: () => open.size };
}
