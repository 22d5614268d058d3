import { once } from "node:events";
import { createServer, request as httpRequest, type RequestListener } from "node:http";
import { connect } from "node:net";
import { gzipSync } from "node:zlib";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { listen } from "../../server/skeleton/testing/listen.ts";
import type { JudgedExchange } from "./judge.ts";
import { reportPath, startProxy, type ProxyOptions } from "./server.ts";
import { loadPets } from "../cli/testing/pets.ts";
import { Traffic } from "./traffic.ts";

const json = { "Content-Type": "application/json" };

const judging = await loadPets();

/** A server behind a proxy. */
async function behindProxy(serve: RequestListener, options: Partial<ProxyOptions> = {}) {
  await using held = new AsyncDisposableStack();
  const server = held.use(await listen(serve));
  const judged: JudgedExchange[] = [];
  const traffic = new Traffic(judging.suite);
  const proxy = await startProxy({
    ...judging,
    to: server.url,
    report: () => traffic.report(),
    onExchange(exchange) {
      judged.push(exchange);
      traffic.add(exchange);
    },
    ...options,
  });
  held.defer(proxy.close);
  const all = held.move();
  return {
    url: proxy.url,
    proxy,
    judged,
    /** The next exchange, when it has been judged. */
    async exchange(number = 0) {
      await expect.poll(() => judged.length).toBeGreaterThan(number);
      return judged[number];
    },
    traffic,
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}

/**
 * Writes bytes to a server, and returns all bytes that it sends until it closes the connection.
 *
 * @param body is written after a 100
 */
async function talk({ hostname, port }: URL, text: string, body = ""): Promise<string> {
  const socket = connect(Number(port), hostname);
  socket.write(text);
  let received = "";
  socket.setEncoding("latin1").on("data", (chunk: string) => {
    received += chunk;
    if (received === "HTTP/1.1 100 Continue\r\n\r\n") socket.write(body);
  });
  await once(socket, "close");
  return received;
}

describe("everything passes unchanged", () => {
  test("the headers of a request, in their order, without those of the connection", async () => {
    let seen: string[] = [];
    await using pair = await behindProxy(({ rawHeaders }, response) => {
      seen = rawHeaders;
      response.end();
    });
    await talk(
      pair.url,
      "GET /pets?a=%2f&a=+ HTTP/1.1\r\nHost: proxy.example\r\nX-Key: k\r\nconnection: close, X-Hop\r\nX-Hop: 1\r\n" +
        "TE: trailers\r\nTrailer: X-Sum\r\nKeep-Alive: 5\r\nX-Twice: 1\r\nx-twice: 2\r\nAccept-Encoding: br\r\n\r\n",
    );
    const [, host, ...others] = seen;
    expect(host).toMatch(/^127\.0\.0\.1:\d+$/);
    expect(others.slice(0, 8)).toEqual([
      ...["X-Key", "k", "X-Twice", "1", "x-twice", "2", "Accept-Encoding", "br"],
    ]);
    expect(others.join().toLowerCase()).not.toMatch(/x-hop|trailer/);
  });

  test("the head of a response, its reason and its repeated headers", async () => {
    await using pair = await behindProxy((_, response) => {
      response.socket?.end(
        "HTTP/1.1 200 Fine\r\nSet-Cookie: a=1\r\nSet-Cookie: b=2\r\nX-Case: A\r\n" +
          "Connection: x-hop\r\nX-Hop: 1\r\nTrailer: X-Sum\r\nContent-Length: 4\r\n\r\ntext",
      );
    });
    const received = await talk(pair.url, "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
    expect(received).toMatch(
      /^HTTP\/1\.1 200 Fine\r\nSet-Cookie: a=1\r\nSet-Cookie: b=2\r\nX-Case: A\r\n/,
    );
    expect(received).not.toMatch(/date:|x-hop|trailer/i);
  });

  test.each([
    ["HEAD", 200, { "Content-Length": "9", ETag: '"1"' }],
    ["GET", 204, {}],
    ["GET", 304, { ETag: '"1"' }],
  ])("a response to %s with %i, which has no body", async (method, status, headers) => {
    await using pair = await behindProxy((_, response) => {
      response.writeHead(status, headers).end();
    });
    const received = await fetch(new URL("/pets", pair.url), { method });
    expect(received.status).toBe(status);
    expect(Object.fromEntries(received.headers)).toMatchObject(
      Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
      ),
    );
    expect(await received.text()).toBe("");
    expect(
      (await pair.exchange())?.violations.filter(({ pointer }) => pointer !== "/status"),
    ).toEqual([]);
  });

  test("a 304 to a conditional request, which any server may send", async () => {
    await using pair = await behindProxy((_, response) => void response.writeHead(304).end());
    await fetch(new URL("/pets/1", pair.url), { headers: { "If-None-Match": '"1"' } });
    expect((await pair.exchange())?.violations).toEqual([]);
  });

  test("the bytes of compressed bodies, which are judged all the same", async () => {
    const sent = gzipSync('[{"name":1}]');
    await using pair = await behindProxy((_, response) => {
      response.writeHead(200, { ...json, "Content-Encoding": "gzip" }).end(sent);
    });
    const [bytes] = await new Promise<Buffer[][]>((resolve) => {
      httpRequest(new URL("/pets", pair.url), (response) => {
        void response.toArray().then((chunks: Buffer[]) => {
          resolve([chunks]);
        });
      }).end();
    });
    expect(Buffer.concat(bytes ?? [])).toEqual(sent);
    expect((await pair.exchange())?.violations).toMatchObject([
      { in: "response", pointer: "/body/0/name", source: { line: 56 } },
    ]);
  });

  test("an upload, and trailers", async () => {
    let length = 0;
    let trailer: string | undefined;
    await using pair = await behindProxy((request, response) => {
      request
        .on("data", (chunk: Buffer) => (length += chunk.length))
        .on("end", () => {
          trailer = request.trailers["x-sum"];
          response.writeHead(204).end();
        });
    });
    const sent = httpRequest(new URL("/pets/1/picture", pair.url), {
      method: "PUT",
      headers: { "Content-Type": "image/png", "Transfer-Encoding": "chunked", Trailer: "X-Sum" },
    });
    sent.addTrailers({ "X-Sum": "5" });
    for (let count = 0; count < 20; count += 1) sent.write(Buffer.alloc(1_000_000));
    sent.end();
    const [response] = (await once(sent, "response")) as [{ statusCode: number }];
    expect([response.statusCode, length, trailer]).toEqual([204, 20_000_000, "5"]);
    expect((await pair.exchange())?.unjudged).toEqual([
      "of the request, the body has more than 10000000 bytes",
    ]);
  });

  test("a stream, as it comes, and the end of its reader", async () => {
    const left = Promise.withResolvers<undefined>();
    await using pair = await behindProxy((_, response) => {
      response.writeHead(200, { "Content-Type": "text/event-stream" });
      response.write("data: 1\n\ndata: half");
      response.on("close", () => {
        left.resolve(undefined);
      });
    });
    const client = new AbortController();
    const response = await fetch(new URL("/events", pair.url), { signal: client.signal });
    const chunk = await response.body?.getReader().read();
    expect(Buffer.from(chunk?.value ?? []).toString()).toContain("data: 1");
    client.abort();
    await left.promise;
    expect(await pair.exchange()).toMatchObject({ violations: [], unjudged: [] });
  });

  test("a response that ends too early", async () => {
    await using pair = await behindProxy((_, response) => {
      response.writeHead(200, { ...json, "Content-Length": "100" });
      response.write("[");
      setTimeout(() => response.destroy(), 20);
    });
    const response = await fetch(new URL("/pets", pair.url));
    await expect(response.text()).rejects.toThrow();
    expect((await pair.exchange())?.unjudged).toEqual(["of the response, the body was cut off"]);
  });

  test.each([
    ["wants it", "checkContinue", "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 201 Created"],
    ["does not want it", "checkExpectation", "HTTP/1.1 413 Payload Too Large"],
  ])("whether the server wants a body: it %s", async (_, kind, expected) => {
    const server = createServer();
    server.on("checkContinue", (request, response) => {
      if (kind === "checkContinue") response.writeContinue();
      response.writeHead(kind === "checkContinue" ? 201 : 413, { Connection: "close" });
      if (kind === "checkContinue") request.resume().on("end", () => response.end());
      else response.end();
    });
    await using listening = await listen(server);
    await using pair = await behindProxy(() => undefined, { to: listening.url });
    const head =
      "POST /pets HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 2\r\nConnection: close\r\n\r\n";
    expect((await talk(pair.url, head, "{}")).startsWith(expected)).toBe(true);
  });
});

test("a body stays one when its length is among the headers of the connection", async () => {
  await using pair = await behindProxy((request, response) => {
    request.pipe(response);
  });
  const head = "DELETE /pets HTTP/1.1\r\nHost: a\r\nConnection: close, content-length";
  const received = await talk(pair.url, `${head}\r\nContent-Length: 2\r\n\r\n{}`);
  expect(received).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*\{\}/);
});

test("a whole address as the target is that of the server", async () => {
  await using pair = await behindProxy(({ url }, response) => response.end(url));
  const head =
    "GET http://proxy.example/pets?limit=1 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";
  expect(await talk(pair.url, head)).toMatch(/\/pets\?limit=1$/);
  expect((await pair.exchange())?.operation?.id).toBe("listPets");
});

describe("errors are clear", () => {
  test("upgrades are refused", async () => {
    await using pair = await behindProxy(() => undefined);
    const head = "GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n";
    expect(await talk(pair.url, head)).toMatch(/^HTTP\/1\.1 501 .*no upgrades such as WebSocket/s);
  });

  test("a server that is not there is 502", async () => {
    const gone = await listen(() => undefined);
    await gone[Symbol.asyncDispose]();
    await using pair = await behindProxy(() => undefined, { to: gone.url });
    const response = await fetch(new URL("/pets", pair.url));
    expect(response.status).toBe(502);
    expect(await response.json()).toMatchObject({
      detail: expect.stringContaining("ECONNREFUSED") as string,
    });
    expect((await pair.exchange())?.unjudged).toEqual([expect.stringContaining("ECONNREFUSED")]);
  });

  test.each(["000 None", "099 Low", "101 Switching", "200 Fine\x01", "200 \x7f"])(
    "the status line %j is 502",
    async (line) => {
      await using pair = await behindProxy((_, response) => {
        response.socket?.end(`HTTP/1.1 ${line}\r\nContent-Length: 0\r\n\r\n`);
      });
      const response = await fetch(new URL("/pets", pair.url));
      expect(response.status).toBe(502);
      expect((await pair.exchange())?.unjudged).toEqual([
        expect.stringContaining("status line") as string,
      ]);
    },
  );

  test("an error of the proxy itself ends one exchange", async () => {
    const errors = vi.spyOn(console, "error").mockReturnValue();
    onTestFinished(() => {
      errors.mockRestore();
    });
    await using pair = await behindProxy((_, response) => response.end(), {
      onExchange() {
        throw new Error("a bug");
      },
    });
    await fetch(pair.url);
    await expect.poll(() => errors.mock.calls).toEqual([[expect.stringContaining("a bug")]]);
  });

  test.each([
    ["GET", 2],
    ["POST", 1],
    ["DELETE", 1],
  ])("%s is sent %i times when the server resets its connections", async (method, times) => {
    let count = 0;
    await using pair = await behindProxy((request, response) => {
      if (request.url === "/pets") response.end();
      else if (++count === 2) response.end();
      else request.socket.resetAndDestroy();
    });
    await (await fetch(new URL("/pets", pair.url))).text();
    const { status } = await fetch(new URL("/pets/1", pair.url), { method });
    expect([status, count]).toEqual([times === 1 ? 502 : 200, times]);
  });

  test("a silent server is 504", async () => {
    await using pair = await behindProxy(() => undefined, { timeoutMs: 100 });
    const response = await fetch(new URL("/pets", pair.url));
    expect(response.status).toBe(504);
    expect(await response.json()).toMatchObject({ detail: "The server was silent for 0.1 s." });
  });
});

describe("with enforcement", () => {
  const echo: RequestListener = (request, response) => {
    void request.toArray().then((chunks: Buffer[]) => {
      const body = Buffer.concat(chunks);
      if (request.method === "POST") response.writeHead(201, json).end(body);
      else response.writeHead(200, json).end('[{"name":""}]');
    });
  };
  const post = (url: URL, body: string) =>
    fetch(new URL("/pets", url), { method: "POST", headers: json, body });

  test("an invalid request is refused in the contract's form, and does not reach the server", async () => {
    let count = 0;
    await using pair = await behindProxy(() => (count += 1), { isEnforced: true });
    const response = await post(pair.url, '{"name":""}');
    expect([response.status, Object.keys((await response.json()) as object)]).toEqual([
      400,
      ["message"],
    ]);
    const unknown = await fetch(new URL("/other", pair.url));
    expect(await unknown.json()).toMatchObject({ status: 404 });
    expect(count).toBe(0);
    expect(await pair.exchange()).toMatchObject({
      answered: { status: 400 },
      violations: [{ in: "request", pointer: "/body/name" }],
    });
  });

  test("a valid exchange passes, and an invalid response is 502", async () => {
    await using pair = await behindProxy(echo, { isEnforced: true });
    const made = await post(pair.url, '{"name":"a"}');
    expect([made.status, await made.text()]).toEqual([201, '{"name":"a"}']);
    const list = await fetch(new URL("/pets", pair.url));
    expect(list.status).toBe(502);
    expect(await list.json()).toMatchObject({
      detail: "The response of the server violates the contract; see errors.",
      errors: [{ pointer: "/body/0/name", reason: "must have at least 1 character" }],
    });
  });

  test.each([
    [
      "a header that Connection names",
      "POST",
      "Connection: close, Content-Type\r\n",
      '{"name":"a"}',
      400,
    ],
    ["a name twice", "POST", "Connection: close\r\n", '{"name":5,"name":"a"}', 400],
    ["a body of OPTIONS", "OPTIONS", "Connection: close\r\n", '{"name":5}', 405],
  ])("what is judged is what is sent: %s", async (_, method, connection, body, status) => {
    let count = 0;
    await using pair = await behindProxy(() => (count += 1), { isEnforced: true });
    const received = await talk(
      pair.url,
      `${method} /pets HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n${connection}\r\n${body}`,
    );
    expect([Number(received.split(" ")[1]), count]).toEqual([status, 0]);
  });

  test("what cannot be judged is refused", async () => {
    await using pair = await behindProxy(echo, { isEnforced: true });
    const response = await post(pair.url, `"${"a".repeat(11_000_000)}"`);
    expect(response.status).toBe(413);
  });
});

test("open exchanges finish before the proxy has stopped", async () => {
  const arrived = Promise.withResolvers<undefined>();
  await using pair = await behindProxy((_, response) => {
    arrived.resolve(undefined);
    setTimeout(() => response.end("whole"), 100);
  });
  const open = fetch(new URL("/pets", pair.url));
  await arrived.promise;
  const closed = pair.proxy.close();
  expect(await (await open).text()).toBe("whole");
  await closed;
  expect(pair.judged).toHaveLength(1);
  await expect(fetch(pair.url)).rejects.toThrow();
});

test("exchanges are shown and counted without their secrets", async () => {
  await using pair = await behindProxy((_, response) => {
    response.writeHead(200, { ...json, "Set-Cookie": "session=secret-1" });
    response.end(
      '[{"name":"a","password":"secret-2","undocumented":"secret-3"},{"name":"","id":"x"}]',
    );
  });
  const headers = { "X-Key": "secret-4", Cookie: "a=secret-5", Authorization: "Bearer secret-6" };
  await fetch(new URL("/pets?limit=50&token=secret-7", pair.url), { headers });
  await fetch(new URL(`/other/${"secret".repeat(10)}`, pair.url), { headers });
  await pair.exchange(1);
  const read = async (path: string) => (await fetch(new URL(path, pair.url))).text();
  const shown = [await read("/__requests/requests/1"), await read(reportPath)];
  for (const text of shown) expect(text).not.toMatch(/secret-\d|secretsecret/);
  expect(shown[0]).toContain('"problem":"invalid-request"');
  expect(shown[0]).toContain('"credentials":[{"scheme":"key","in":"header","name":"X-Key"}]');
  expect(JSON.parse(shown[1] ?? "")).toMatchObject({
    exchanges: 2,
    valid: 0,
    violations: [{ in: "request" }, { in: "response" }, { in: "response" }],
    undocumented: [{ method: "GET", path: "/other/…", status: 200, exchanges: 1 }],
    coverage: {
      statuses: expect.arrayContaining([
        { operation: "listPets", status: 200, exchanges: 1 },
      ]) as object,
      constraints: expect.arrayContaining([
        expect.objectContaining({
          isExercised: true,
          constraint: {
            operation: "listPets",
            direction: "request",
            place: "/query/limit",
            keyword: "maximum",
          },
        }),
      ]) as object,
    },
  });
});
