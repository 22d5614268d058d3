import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { createContractRouter } from "../index.ts";
import {
  dropBox,
  dropBoxHandlers,
  field,
  file,
  formOf,
  startDropBox,
  type DropBoxHandlers,
} from "../testing/drop-box.ts";
import { contentsOf } from "../testing/response-contents.ts";
import { toFetchHandler, type FetchOptions, type FetchRequest } from "./fetch-handler.ts";

const json = { "content-type": "application/json" };
const [formHeaders, formBytes] = formOf([field("title", "a"), file("file", "bytes")]);
const form = new Uint8Array(formBytes);

describe("a Fetch handler responds as Express does", async () => {
  const box = await startDropBox();

  test.each<[string, string, RequestInit?]>([
    ["a body", "/entries", { method: "POST", headers: json, body: '{"title":"é"}' }],
    ["an invalid body", "/entries", { method: "POST", headers: json, body: '{"title":1}' }],
    ["no JSON", "/entries", { method: "POST", headers: json, body: "{" }],
    ["no body", "/entries", { method: "POST" }],
    [
      "a negotiated body",
      "/entries",
      { method: "POST", headers: { ...json, accept: "text/csv" }, body: '{"title":"a"}' },
    ],
    [
      "a body that is too large",
      "/entries",
      { method: "POST", headers: json, body: `"${"a".repeat(200_000)}"` },
    ],
    ["a form with a file", "/forms", { method: "POST", headers: formHeaders, body: form }],
    [
      "bytes",
      "/bytes",
      {
        method: "PUT",
        headers: { "content-type": "application/octet-stream" },
        body: Buffer.alloc(100_000),
      },
    ],
    ["bytes of a response", "/bytes"],
    ["events", "/events"],
    ["an unknown path", "/nothing?a=1"],
    ["an unknown method", "/events", { method: "DELETE" }],
  ])("to %s", async (_, path, init) => {
    const url = new URL(path, box.url);
    const handled = await serve()(new Request(url, init));
    expect(await contentsOf(handled)).toEqual(await contentsOf(await fetch(url, init)));
  });
});

test("a stream is made as it is read, and ends with its reader", async () => {
  let made = 0;
  const ended = Promise.withResolvers<undefined>();
  async function* pieces() {
    try {
      for (;;) {
        made += 1;
        yield await Promise.resolve(Buffer.alloc(100_000));
      }
    } finally {
      ended.resolve(undefined);
    }
  }
  const handler = serve({ fetch: (_, reply) => reply(200, pieces()) });
  const response = await handler(new Request("http://localhost/bytes"));
  const reader = response.body?.getReader();
  expect((await reader?.read())?.value).toHaveLength(100_000);
  await wait(50);
  expect(made).toBeLessThan(6);
  await reader?.cancel();
  await ended.promise;
});

test("a client that leaves ends its request", async () => {
  const client = new AbortController();
  const handler = serve({
    async fetch({ signal }, reply) {
      client.abort();
      if (!signal.aborted) await once(signal, "abort");
      return reply(200, new Uint8Array(3));
    },
  });
  const request = new Request("http://localhost/bytes", { signal: client.signal });
  await expect(handler(request)).rejects.toThrow();
});

test("a body that ends too early is no request", async () => {
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      controller.enqueue(Buffer.from("{"));
      controller.error(new Error("gone"));
    },
  });
  const init = { method: "POST", headers: json, body, duplex: "half" as const };
  await expect(serve()(new Request("http://localhost/entries", init))).rejects.toThrow();
});

test("the contract's paths may be below a path, and hooks get the original request", async () => {
  const seen: string[] = [];
  const authenticate = ({ request }: { request: FetchRequest }) => {
    seen.push(request.source.url);
    return {};
  };
  const handler = serve({}, { basePath: "/api" }, authenticate);
  const statuses = await Promise.all(
    ["/api/bytes", "/bytes", "/apis/bytes", "/api"].map(
      async (path) => (await handler(new Request(`http://localhost${path}`))).status,
    ),
  );
  expect(statuses).toEqual([200, 200, 404, 404]);
  expect(seen).toEqual(["http://localhost/api/bytes", "http://localhost/bytes"]);
});

function serve(
  handlers: DropBoxHandlers = {},
  options?: FetchOptions,
  authenticate: (input: { request: FetchRequest }) => object = () => ({}),
) {
  const all = { ...dropBoxHandlers, ...handlers };
  return toFetchHandler(
    createContractRouter(dropBox, all, { authenticate, onResponse: () => undefined }),
    options,
  );
}
