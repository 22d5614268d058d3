import { once } from "node:events";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import type { RequestHandler } from "express";
import { describe, expect, test } from "vitest";
import { startDropBox, type DropBox } from "../testing/drop-box.ts";

/** Requests a response whose bytes are still arriving. */
async function open(box: DropBox, path: string, method = "GET"): Promise<IncomingMessage> {
  const sent = httpRequest({ port: box.port, path, method, agent: false });
  sent.end();
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  return response;
}

async function* pieces(...given: (string | Error)[]): AsyncGenerator<Uint8Array> {
  for (const item of given) {
    await Promise.resolve();
    if (item instanceof Error) throw item;
    yield Buffer.from(item);
  }
}

const broken = new Error("the disk is gone");

describe("streamed bytes", () => {
  test.each([
    ["an iterable", () => pieces("ab", "c")],
    ["a web stream", () => new Blob(["abc"]).stream()],
    ["a blob", () => new Blob(["abc"])],
    ["bytes", () => Buffer.from("abc")],
  ])("are sent from %s", async (_, source) => {
    await using box = await startDropBox({
      handlers: { fetch: (_request, reply) => reply(200, source()) },
    });
    const { text, headers } = await box.send("GET", "/bytes");
    expect([text, headers["content-type"]]).toEqual(["abc", "application/octet-stream"]);
    expect(box.answered[0]?.problem).toBeUndefined();
  });

  test("do not block other requests", async () => {
    let hadTurn = false;
    const seen: boolean[] = [];
    async function* much(): AsyncGenerator<Uint8Array> {
      setImmediate(() => (hadTurn = true));
      const piece = Buffer.alloc(10_000);
      for (let count = 0; count < 100; count += 1) yield await Promise.resolve(piece);
      seen.push(hadTurn);
    }
    await using box = await startDropBox({
      handlers: { fetch: (_, reply) => reply(200, much()) },
    });
    await box.send("GET", "/bytes");
    expect(seen).toEqual([true]);
  });

  test.each([
    ["have the announced length", 3],
    ["that are too few close the connection", 4],
    ["that are too many close the connection", 2],
  ])("%s", async (_, length) => {
    await using box = await startDropBox({
      handlers: {
        fetch: (_request, reply) => reply(200, pieces("a", "bc"), { "content-length": length }),
      },
    });
    const response = box.send("GET", "/bytes");
    if (length === 3) {
      expect((await response).headers["content-length"]).toBe("3");
      return;
    }
    await expect(response).rejects.toMatchObject({ code: "ECONNRESET" });
    await expect
      .poll(() => JSON.stringify(box.answered[0]?.problem))
      .toContain(`does not have the announced ${length} bytes`);
  });

  test("that fail before the first byte are an error, and close the connection later", async () => {
    const sources = [pieces("abc", broken), pieces(broken)];
    await using box = await startDropBox({
      handlers: { fetch: (_, reply) => reply(200, sources.pop() ?? pieces()) },
    });
    expect((await box.send("GET", "/bytes")).status).toBe(500);
    await expect(box.send("GET", "/bytes")).rejects.toMatchObject({ code: "ECONNRESET" });
    await expect.poll(() => box.answered).toHaveLength(2);
    expect(box.answered).toMatchObject([
      { problem: { kind: "thrown" } },
      { status: 200, problem: { kind: "thrown", error: { cause: broken } } },
    ]);
  });

  test.each([
    ["HEAD", {}, 200],
    ["GET", { "x-undocumented": "a" }, 500],
  ])("are closed if they are not sent: %s %j", async (method, headers, status) => {
    const source = Readable.from(["a"]);
    await using box = await startDropBox({
      engine: {
        request: () => [],
        response: (_operation, _status, message) =>
          Object.keys(message.headers).map((name) => ({ pointer: name, reason: "is wrong" })),
      },
      handlers: { fetch: (_, reply) => reply(200, source, headers) },
    });
    expect((await box.send(method, "/bytes")).status).toBe(status);
    expect(source.destroyed).toBe(true);
  });

  test("are not read for HEAD", async () => {
    const { source, made } = endless();
    await using box = await startDropBox({
      handlers: { fetch: (_, reply) => reply(200, source, { "content-length": 3 }) },
    });
    const response = await open(box, "/bytes", "HEAD");
    response.resume();
    await once(response, "end");
    expect([response.headers["content-length"], made()]).toEqual(["3", 0]);
  });

  test("are read as fast as the client takes them, until it leaves", async () => {
    const { source, made, ended } = endless();
    const signals: AbortSignal[] = [];
    await using box = await startDropBox({
      handlers: {
        fetch: ({ signal }, reply) => {
          signals.push(signal);
          return reply(200, source);
        },
      },
    });
    const response = await open(box, "/bytes");
    // Sockets buffer some megabytes.
    let before = -1;
    while (before !== made()) {
      before = made();
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    expect(made()).toBeLessThan(300);
    response.destroy();
    await ended;
    expect(signals[0]?.aborted).toBe(true);
    await expect.poll(() => box.answered[0]?.status).toBe(200);
  });

  test("that a client does not take end after the idle timeout", async () => {
    const { source, ended } = endless();
    await using box = await startDropBox({
      idleTimeoutMs: 50,
      handlers: { fetch: (_, reply) => reply(200, source) },
    });
    const response = await open(box, "/bytes");
    response.on("error", () => undefined);
    await ended;
    response.destroy();
  });
});

test("compression middleware sends each event at once, and gets one listener per stream", async () => {
  let flushed = 0;
  let drains = 0;
  // The package compression changes a response in this way.
  const compress: RequestHandler = (_request, response, next) => {
    const on = response.on.bind(response);
    response.on = (event: string, listener: Parameters<typeof on>[1]) => {
      if (event === "drain") drains += 1;
      return on(event, listener);
    };
    Object.assign(response, { flush: () => (flushed += 1) });
    next();
  };
  await using box = await startDropBox({
    before: [compress],
    handlers: {
      follow: (_, reply) => reply(200, [{ n: 1 }, { n: 2 }]),
      fetch: (_, reply) =>
        reply(200, pieces(...Array.from({ length: 9 }, () => "a".repeat(99_999)))),
    },
  });
  await box.send("GET", "/events");
  expect(flushed).toBe(2);
  drains = 0;
  await box.send("GET", "/bytes");
  expect([flushed, drains]).toEqual([2, 1]);
});

/** An endless source, the number of chunks that it made, and its end. */
function endless() {
  let count = 0;
  const { promise: ended, resolve } = Promise.withResolvers<undefined>();
  async function* make(): AsyncGenerator<Uint8Array> {
    try {
      for (;;) {
        count += 1;
        await Promise.resolve();
        yield Buffer.alloc(65_536);
      }
    } finally {
      resolve(undefined);
    }
  }
  return { source: make(), made: () => count, ended };
}

/** Events from lists and promises. */
async function* later<Event>(
  ...lists: (readonly Event[] | Promise<readonly Event[]>)[]
): AsyncGenerator<Event> {
  for (const list of lists) yield* await list;
}

describe("events", () => {
  test("are sent one by one without delay", async () => {
    const second = Promise.withResolvers<{ n: number }[]>();
    await using box = await startDropBox({
      handlers: { follow: (_, reply) => reply(200, later([{ n: 1 }], second.promise)) },
    });
    const response = await open(box, "/events");
    expect(response.headers).toMatchObject({
      "content-type": "text/event-stream",
      "cache-control": "no-store",
    });
    const chunks: string[] = [];
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk.toString());
      second.resolve([{ n: 2 }]);
    }
    expect(chunks).toEqual(['data: {"n":1}\n\n', 'data: {"n":2}\n\n']);
  });

  test("begin before the first event", async () => {
    const left = Promise.withResolvers<{ n: number }[]>();
    await using box = await startDropBox({
      handlers: {
        follow: ({ signal }, reply) => {
          signal.addEventListener("abort", () => {
            left.resolve([]);
          });
          return reply(200, later(left.promise));
        },
      },
    });
    const response = await open(box, "/events");
    expect(response.statusCode).toBe(200);
    response.destroy();
    await left.promise;
  });

  test("that violate the contract are not sent", async () => {
    const wrong = [{ n: 1 }, { m: 2 }] as unknown as { n: number }[];
    await using box = await startDropBox({
      handlers: { follow: (_, reply) => reply(200, wrong) },
    });
    const received = async () => {
      let text = "";
      try {
        const response = await open(box, "/events");
        for await (const chunk of response as AsyncIterable<Buffer>) text += chunk.toString();
      } catch {
        return `${text} broken off`;
      }
      return text;
    };
    expect(await received()).toMatch(/^(data: \{"n":1\}\n\n)? broken off$/);
    await expect
      .poll(() => JSON.stringify(box.answered[0]?.problem))
      .toContain("/body/0/n is required");
  });

  test("for many clients that read nothing do not make others wait", async () => {
    let made = 0;
    async function* many(): AsyncGenerator<{ n: number }> {
      for (let n = 0; n < 3000; n += 1) {
        made += 1;
        yield await Promise.resolve({ n });
      }
    }
    await using box = await startDropBox({
      handlers: {
        follow: (_, reply) => reply(200, many()),
        fetch: (_, reply) => reply(200, Buffer.from("other")),
      },
    });
    const unread = Array.from({ length: 20 }, () => open(box, "/events"));
    await unread[0];
    expect((await box.send("GET", "/bytes")).text).toBe("other");
    expect(made).toBeLessThan((20 * 3000) / 4);
    for (const response of await Promise.all(unread))
      response.on("error", () => undefined).destroy();
  });

  test("that are immutable are validated and written once for all streams", async () => {
    let validated = 0;
    const shared = [Object.freeze({ n: 1 }), Object.freeze({ n: 2 })];
    const changing = { n: 3 };
    async function* events() {
      yield* await Promise.resolve(shared);
      yield changing;
      changing.n += 1;
      yield changing;
    }
    await using box = await startDropBox({
      engine: {
        request: () => [],
        response: (_operation, _status, { body }) => {
          if (Array.isArray(body)) validated += body.length;
          return [];
        },
      },
      handlers: { follow: (_, reply) => reply(200, events()) },
    });
    const { text } = await box.send("GET", "/events");
    expect(text.match(/\d/g)).toEqual(["1", "2", "3", "4"]);
    expect(validated).toBe(4);
    const again = await box.send("GET", "/events");
    expect(again.text.match(/\d/g)).toEqual(["1", "2", "4", "5"]);
    expect(validated).toBe(6);
  });

  test("that are not a stream are refused", async () => {
    await using box = await startDropBox({
      handlers: { follow: (_, reply) => reply(200, { n: 1 } as never) },
    });
    expect((await box.send("GET", "/events")).status).toBe(500);
  });
});
