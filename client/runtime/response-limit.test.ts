import type { ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, it, vi } from "vitest";
import { page } from "../testing/sample-messages.ts";
import { createClient, type ClientOptions } from "../index.ts";
import { createClient as createFetchClient } from "../openapi-fetch.ts";
import { json, rejection, serve } from "./testing/serve.ts";

const token = "jwt";
const head = { "Content-Type": "application/json" };

/** Sends a body without an end, as fast as the client reads it. */
function sendEndless(response: ServerResponse): void {
  const chunk = Buffer.alloc(65_536, " ");
  const more = () => {
    while (!response.destroyed && response.write(chunk));
  };
  response.writeHead(200, head).on("drain", more);
  more();
}

const bomb = gzipSync(Buffer.alloc(11_000_000, " "), { level: 9 });
const sendBomb = (response: ServerResponse) =>
  response.writeHead(200, { ...head, "Content-Encoding": "gzip" }).end(bomb);

const tooLarge = {
  code: "response-too-large",
  message: "listTransactions: answered more than 10000000 bytes (maxResponseBytes)",
  status: 200,
};

describe("a response that is too large", () => {
  it.each([
    ["an endless body", sendEndless],
    ["a body that grows when it is decompressed", sendBomb],
  ])("ends the call: %s", async (_, send) => {
    const closed = Promise.withResolvers<undefined>();
    const { baseUrl, seen } = await serve((response) => {
      response.on("close", closed.resolve);
      send(response);
    });
    const client = createClient({ baseUrl, token });
    expect(await rejection(client.listTransactions())).toMatchObject(tooLarge);
    await closed.promise;
    expect(seen).toHaveLength(1);
    const unlimited = createFetchClient({ baseUrl, token });
    expect(await rejection(unlimited.GET("/api/v2/orders/transactions"))).toMatchObject(tooLarge);
  });

  it("is also refused when a middleware made it", async () => {
    const middleware = [() => Promise.resolve(new Response(" ".repeat(101)))];
    const client = createClient({
      baseUrl: "http://127.0.0.1:1",
      token,
      middleware,
      maxResponseBytes: 100,
    });
    expect(await rejection(client.payOrder({ body: {} as never }))).toMatchObject({
      code: "response-too-large",
    });
  });
});

describe("a response within the limit", () => {
  const read = async (
    send: (response: ServerResponse) => void,
    options: Partial<ClientOptions>,
  ) => {
    const { baseUrl } = await serve(send);
    return createClient({ baseUrl, token, ...options }).listTransactions();
  };
  const text = JSON.stringify({ ...page(0), note: "Phở 🍜" });

  it("is read, also if characters are split between chunks", async () => {
    const bytes = Buffer.from(`\ufeff${text}`);
    const send = async (response: ServerResponse) => {
      response.writeHead(200, head);
      for (const byte of bytes) {
        response.write(Buffer.of(byte));
        await new Promise((resolve) => setImmediate(resolve));
      }
      response.end();
    };
    const { body } = await read((response) => void send(response), {
      maxResponseBytes: bytes.length,
    });
    expect(body).toEqual(JSON.parse(text));
  });

  it("is read without limit on request", async () => {
    const send = (response: ServerResponse) =>
      response.writeHead(200, head).end(" ".repeat(10_000_001) + text);
    expect(await read(send, { maxResponseBytes: Infinity })).toMatchObject({ status: 200 });
  });

  it("is read on platforms whose responses have no stream", async () => {
    const response = new Response(text, { headers: head });
    Object.defineProperty(response, "body", { value: undefined });
    const fetch = () => Promise.resolve(response);
    expect(await read(() => undefined, { fetch })).toMatchObject({ status: 200 });
  });
});

describe("the deadline of a call", () => {
  afterEach(() => vi.useRealTimers());

  it.each([
    ["limits all attempts together", { timeoutMs: 200, deadlineMs: 300 }, 2, 300],
    ["is three times the time limit of an attempt if it is not given", { timeoutMs: 50 }, 3, 150],
  ])("%s", async (_, limits, attempts, endsAfterMs) => {
    vi.useFakeTimers({ toFake: ["performance", "setTimeout", "clearTimeout"] });
    const fetch = vi.fn(() => new Promise<Response>(() => undefined));
    const options = { ...limits, fetch, retries: 100, random: () => 0 };
    const client = createClient({ baseUrl: "http://127.0.0.1:1", token, ...options });
    const begin = performance.now();
    const failed = rejection(client.listTransactions());
    await vi.runAllTimersAsync();
    expect(await failed).toMatchObject({
      code: "timeout",
      message: expect.stringContaining("deadlineMs") as unknown,
    });
    expect(performance.now() - begin).toBe(endsAfterMs);
    expect(fetch).toHaveBeenCalledTimes(attempts);
  });

  it("allows no wait that would pass it", async () => {
    // The time passes only in waits, so that a slow machine changes nothing.
    vi.useFakeTimers({ toFake: ["performance"] });
    const sleep = vi.fn((milliseconds: number) =>
      Promise.resolve(void vi.advanceTimersByTime(milliseconds)),
    );
    const { baseUrl, seen } = await serve((response) => {
      json(response, 503, {});
    });
    const client = createClient({ baseUrl, token, retries: 100, random: () => 1, sleep });
    await rejection(client.listTransactions({}, { deadlineMs: 500 }));
    expect(sleep.mock.calls).toEqual([[200]]);
    expect(seen).toHaveLength(2);
  });
});
