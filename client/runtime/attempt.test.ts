import { afterEach, expect, it, vi } from "vitest";
import { order, page, reversal, serverError } from "../testing/sample-messages.ts";
import { createClient, TransportError, type ClientOptions } from "../index.ts";
import { retryAfter } from "./retry-after.ts";
import { json, rejection, serve } from "./testing/serve.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

const reverse = { authorizationId: "auth-1", merchantRefId: "ref-1" };

/** A client that records its waits instead of waiting. */
function impatient(baseUrl: string, options: Partial<ClientOptions> = {}) {
  const waits: number[] = [];
  const client = createClient({
    baseUrl,
    token: "jwt",
    sleep: (milliseconds) => {
      waits.push(milliseconds);
      return Promise.resolve();
    },
    random: () => 0.5,
    ...options,
  });
  return { client, waits };
}

it("repeats a safe operation with one request id", async () => {
  const { baseUrl, seen } = await serve((response, count) => {
    if (count === 1) response.destroy();
    else if (count === 2) json(response, 500, serverError);
    else json(response, 200, reversal);
  });
  const { client, waits } = impatient(baseUrl);
  const result = await client.reverseAuthorization({ body: reverse });
  expect(result.status).toBe(200);
  expect(seen.map(({ body }) => body)).toEqual(Array(3).fill(JSON.stringify(reverse)));
  expect(new Set(seen.map(({ headers }) => headers["x-request-id"]))).toEqual(
    new Set([result.requestId]),
  );
  expect(waits).toEqual([100, 200]);
});

// The conformance suite covers which operations may be repeated.
it.each([400, 429])("never repeats after %i without being asked to", async (status) => {
  const { baseUrl, seen } = await serve((response) => {
    json(response, status, serverError);
  });
  const { client, waits } = impatient(baseUrl);
  await client.listTransactions().catch(() => undefined);
  expect([seen.length, waits]).toEqual([1, []]);
});

it.each([
  [429, "7", [7_000, 7_000]],
  [503, "0", [100, 200]],
  [429, undefined, [100, 200]],
  [500, "soon", [100, 200]],
  // It is past the deadline.
  [429, "86400", []],
])("waits after %i with Retry-After %s", async (status, text, expected) => {
  const { baseUrl } = await serve((response) => {
    if (text !== undefined) response.setHeader("Retry-After", text);
    json(response, status, serverError);
  });
  const { client, waits } = impatient(baseUrl, { waitAfter: retryAfter });
  await client.listTransactions().catch(() => undefined);
  expect(waits).toEqual(expected);
});

it("reads the date of Retry-After", () => {
  const headers = { "Retry-After": new Date(Date.now() + 10_000).toUTCString() };
  const waitMs = retryAfter(new Response(null, { status: 503, headers }));
  expect(waitMs).toBeGreaterThan(8_000);
  expect(waitMs).toBeLessThanOrEqual(10_000);
});

it("returns the documented 500 after the last repetition, or if there are none", async () => {
  const { baseUrl, seen } = await serve((response) => {
    json(response, 500, serverError);
  });
  const { client, waits } = impatient(baseUrl, { retries: 7 });
  const result = await client.listTransactions();
  expect(result).toMatchObject({ status: 500, body: serverError });
  expect(seen).toHaveLength(8);
  expect(waits).toEqual([100, 200, 400, 800, 1600, 2500, 2500]);
  await client.listTransactions({}, { retries: 0 });
  expect(seen).toHaveLength(9);
});

it("runs middleware once per call", async () => {
  const { baseUrl, seen } = await serve((response, count) => {
    json(response, count === 1 ? 500 : 200, count === 1 ? serverError : page(0));
  });
  const calls: string[] = [];
  const { client } = impatient(baseUrl, {
    middleware: [
      async (request, next, operation) => {
        calls.push(`outer ${operation.id}`);
        return next(request);
      },
      (request, next) => {
        calls.push("inner");
        request.headers.set("X-Trace", "1");
        return next(request);
      },
    ],
  });
  expect(await client.listTransactions()).toMatchObject({ status: 200 });
  expect(calls).toEqual(["outer listTransactions", "inner"]);
  expect(seen.map(({ headers }) => headers["x-trace"])).toEqual(["1", "1"]);
});

it("lets a middleware answer, and throws the errors of a middleware", async () => {
  const responses = [
    () => Response.json(page(3)),
    () => {
      throw new RangeError("no");
    },
  ];
  const { client } = impatient("http://127.0.0.1:1", {
    middleware: [() => Promise.resolve(responses.shift()?.() ?? Response.error())],
  });
  const result = await client.listTransactions();
  expect(result).toMatchObject({ body: { pagination: { total: 3 } } });
  expect(await rejection(client.listTransactions())).toBeInstanceOf(RangeError);
});

it("limits the time of each attempt", async () => {
  const { baseUrl } = await serve(() => undefined);
  const send = vi.fn(fetch);
  // Three attempts of a busy machine may take longer than three times the limit of one.
  const limits = { timeoutMs: 300, deadlineMs: Infinity };
  const { client } = impatient(baseUrl, { ...limits, fetch: send });
  const error = await rejection(client.listTransactions());
  expect(error).toBeInstanceOf(TransportError);
  expect(error).toMatchObject({
    code: "timeout",
    message: expect.stringContaining("ms (timeoutMs, deadlineMs)") as unknown,
  });
  // The server may not have seen all of them.
  expect(send).toHaveBeenCalledTimes(3);
});

it("accepts a time limit that is longer than any timer", async () => {
  const { baseUrl } = await serve((response) => {
    setTimeout(json, 30, response, 200, page(0));
  });
  for (const timeoutMs of [Infinity, 2 ** 31]) {
    const { client } = impatient(baseUrl, { timeoutMs });
    expect(await client.listTransactions()).toMatchObject({ status: 200 });
  }
});

it("reads a response without body behind a middleware, such as a redirect in a browser", async () => {
  const { client } = impatient("http://127.0.0.1:1", {
    fetch: () => Promise.resolve(Response.error()),
    middleware: [(request, next) => next(request)],
  });
  expect(await rejection(client.listTransactions())).toMatchObject({
    code: "undocumented-status",
    status: 0,
  });
});

it.each([
  ["in the middle of a body", undefined],
  ["when fetch ignores the signal", () => new Promise<Response>(() => undefined)],
])("times out %s", async (_, fetch) => {
  const { baseUrl } = await serve((response) => {
    response.writeHead(200).write("{");
  });
  const { client } = impatient(baseUrl, { fetch });
  const call = client.payOrder({ body: order }, { timeoutMs: 30 });
  expect(await rejection(call)).toMatchObject({ code: "timeout" });
});

it("ends an attempt and its connection with the signal", async () => {
  const { promise: closed, resolve } = Promise.withResolvers<undefined>();
  const abort = new AbortController();
  const { baseUrl, seen } = await serve((response) => {
    response.on("close", resolve);
    abort.abort("enough");
  });
  const { client } = impatient(baseUrl);
  const { signal } = abort;
  const error = await rejection(client.listTransactions({}, { signal }));
  expect(error).toMatchObject({ code: "aborted", cause: "enough" });
  await closed;
  expect(seen).toHaveLength(1);
});

it.each(["before the call", "while the token is made"])(
  "sends nothing when the signal aborts %s",
  async (when) => {
    const abort = new AbortController();
    const sent = vi.fn(() => Promise.resolve(Response.json(page(0))));
    if (when === "before the call") abort.abort();
    const { client } = impatient("http://127.0.0.1:1", {
      fetch: sent,
      token: () => {
        abort.abort();
        return Promise.resolve("jwt");
      },
    });
    const call = client.listTransactions({}, { signal: abort.signal });
    expect(await rejection(call)).toMatchObject({ code: "aborted" });
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(sent).not.toHaveBeenCalled();
  },
);

it("ends a wait with the signal", async () => {
  const abort = new AbortController();
  const { baseUrl, seen } = await serve((response) => {
    json(response, 500, serverError);
  });
  const { client } = impatient(baseUrl, {
    sleep: () => {
      abort.abort();
      return new Promise(() => undefined);
    },
  });
  const { signal } = abort;
  const call = client.reverseAuthorization({ body: reverse }, { signal });
  expect(await rejection(call)).toMatchObject({
    code: "aborted",
    requestId: seen[0]?.headers["x-request-id"],
  });
  expect(seen).toHaveLength(1);
});

it("reports why there was no response", async () => {
  const { client } = impatient("http://127.0.0.1:1");
  const refused = await rejection(client.listTransactions());
  expect(refused).toMatchObject({
    code: "network",
    message: expect.stringMatching(/ECONNREFUSED|bad port/) as unknown,
    cause: expect.any(TypeError) as unknown,
  });
});

it("leaves no timer and no listener on the signal", async () => {
  const set = vi.spyOn(globalThis, "setTimeout");
  const cleared = vi.spyOn(globalThis, "clearTimeout");
  const { signal } = new AbortController();
  const added = vi.spyOn(signal, "addEventListener");
  const removed = vi.spyOn(signal, "removeEventListener");
  const { client } = impatient("http://127.0.0.1:1", {
    fetch: () => Promise.resolve(Response.json(page(0))),
    timeoutMs: 12_345,
  });
  await client.listTransactions({}, { signal });
  const index = set.mock.calls.findIndex(([, delay]) => delay === 12_345);
  expect(cleared).toHaveBeenCalledWith(set.mock.results[index]?.value);
  expect(added).toHaveBeenCalledTimes(1);
  expect(removed.mock.calls[0]?.[1]).toBe(added.mock.calls[0]?.[1]);
});
