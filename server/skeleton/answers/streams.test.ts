import { once } from "node:events";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { describe, expect, test } from "vitest";
import { startDropBox, type DropBox } from "../testing/drop-box.ts";

/** The beginning of an answer: its bytes are still coming. */
async function open(box: DropBox, path: string, method = "GET"): Promise<IncomingMessage> {
  const sent = httpRequest({ port: box.port, path, method, agent: false });
  sent.end();
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  return response;
}

async function* pieces(...given: (string | Error)[]): AsyncGenerator<Uint8Array> {
  for (const each of given) {
    await Promise.resolve();
    if (each instanceof Error) throw each;
    yield Buffer.from(each);
  }
}

const broken = new Error("the disk is gone");

describe("bytes that come bit by bit", () => {
  test.each([
    ["an iterable", () => pieces("ab", "c")],
    ["a stream of the web", () => new Blob(["abc"]).stream()],
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

  test("let others have their turn while they are sent", async () => {
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

  test("have the length that the handler tells", async () => {
    await using box = await startDropBox({
      handlers: { fetch: (_, reply) => reply(200, pieces("abc"), { "content-length": 3 }) },
    });
    const { headers, text } = await box.send("GET", "/bytes");
    expect([headers["content-length"], text]).toEqual(["3", "abc"]);
  });

  test.each([
    ["fewer", 4],
    ["more", 2],
  ])("that are %s than was told break off, and are reported", async (_, length) => {
    await using box = await startDropBox({
      handlers: {
        fetch: (_request, reply) => reply(200, pieces("a", "bc"), { "content-length": length }),
      },
    });
    await expect(box.send("GET", "/bytes")).rejects.toMatchObject({ code: "ECONNRESET" });
    await expect
      .poll(() => JSON.stringify(box.answered[0]?.problem))
      .toContain(`the stream has not the ${length} bytes`);
  });

  test("that fail before the first are an error, and later break the connection off", async () => {
    await using early = await startDropBox({
      handlers: { fetch: (_, reply) => reply(200, pieces(broken)) },
    });
    expect((await early.send("GET", "/bytes")).status).toBe(500);
    expect(early.answered[0]?.problem).toMatchObject({ kind: "thrown" });

    await using late = await startDropBox({
      handlers: { fetch: (_, reply) => reply(200, pieces("abc", broken)) },
    });
    await expect(late.send("GET", "/bytes")).rejects.toMatchObject({ code: "ECONNRESET" });
    await expect
      .poll(() => late.answered[0]?.problem)
      .toMatchObject({
        kind: "thrown",
        error: { cause: broken },
      });
    expect(late.answered[0]?.status).toBe(200);
  });

  test("are not asked for by HEAD", async () => {
    let asked = 0;
    await using box = await startDropBox({
      handlers: {
        fetch: (_, reply) =>
          reply(
            200,
            (async function* () {
              asked += 1;
              yield* pieces("abc");
            })(),
            { "content-length": 3 },
          ),
      },
    });
    const response = await open(box, "/bytes", "HEAD");
    response.resume();
    await once(response, "end");
    expect([response.headers["content-length"], asked]).toEqual(["3", 0]);
  });

  test("are made as fast as the client takes them, and end when it leaves", async () => {
    let made = 0;
    const ended = Promise.withResolvers<string>();
    await using box = await startDropBox({
      handlers: {
        fetch: ({ signal }, reply) =>
          reply(
            200,
            (async function* () {
              try {
                for (;;) {
                  made += 1;
                  await Promise.resolve();
                  yield Buffer.alloc(65_536);
                }
              } finally {
                ended.resolve(signal.aborted ? "aborted" : "ended");
              }
            })(),
          ),
      },
    });
    const response = await open(box, "/bytes");
    // Nobody reads: sockets hold some megabytes themselves.
    let before = -1;
    while (before !== made) {
      before = made;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    expect(made).toBeLessThan(300);
    response.destroy();
    expect(await ended.promise).toBe("aborted");
    await expect.poll(() => box.answered[0]?.status).toBe(200);
  });

  test("that a client does not take end after a while", async () => {
    const ended = Promise.withResolvers<true>();
    await using box = await startDropBox({
      idleTimeoutMs: 50,
      handlers: {
        fetch: (_, reply) =>
          reply(
            200,
            (async function* () {
              try {
                for (;;) {
                  await Promise.resolve();
                  yield Buffer.alloc(65_536);
                }
              } finally {
                ended.resolve(true);
              }
            })(),
          ),
      },
    });
    const response = await open(box, "/bytes");
    response.on("error", () => undefined);
    expect(await ended.promise).toBe(true);
    response.destroy();
  });
});

describe("events", () => {
  test("leave one by one, when they are there", async () => {
    const second = Promise.withResolvers<undefined>();
    await using box = await startDropBox({
      handlers: {
        follow: (_, reply) =>
          reply(
            200,
            (async function* () {
              yield { n: 1 };
              await second.promise;
              yield { n: 2 };
            })(),
          ),
      },
    });
    const response = await open(box, "/events");
    expect(response.headers).toMatchObject({
      "content-type": "text/event-stream",
      "cache-control": "no-store",
    });
    const chunks: string[] = [];
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk.toString());
      second.resolve(undefined);
    }
    expect(chunks).toEqual(['data: {"n":1}\n\n', 'data: {"n":2}\n\n']);
  });

  test("begin before there is one", async () => {
    const ended = Promise.withResolvers<undefined>();
    await using box = await startDropBox({
      handlers: {
        follow: ({ signal }, reply) => {
          signal.addEventListener("abort", () => {
            ended.resolve(undefined);
          });
          return reply(
            200,
            (async function* (): AsyncGenerator<{ n: number }> {
              yield* await ended.promise.then((): { n: number }[] => []);
            })(),
          );
        },
      },
    });
    const response = await open(box, "/events");
    expect(response.statusCode).toBe(200);
    response.destroy();
    await ended.promise;
  });

  test("that break the contract never leave", async () => {
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

  test("that are no stream are refused", async () => {
    await using box = await startDropBox({
      handlers: { follow: (_, reply) => reply(200, { n: 1 } as never) },
    });
    expect((await box.send("GET", "/events")).status).toBe(500);
  });
});
