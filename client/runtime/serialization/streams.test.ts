import type { ServerResponse } from "node:http";
import type { ByteBody, EventStream, Operation } from "@contract-toolkit/contract";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createContractClient, TransportError } from "../index.ts";
import type { CallOptions } from "../options.ts";
import { createClient } from "../openapi-fetch/index.ts";
import { rejection, serve } from "../testing/serve.ts";
import type { OutgoingRequest } from "../request.ts";
import { forms } from "./forms.ts";
import { streams } from "./streams.ts";
import { createResponseValidation } from "../validation.ts";

const source = { file: "a.tsp", line: 1, column: 1 };
const head = { summary: "", parameters: [], retryable: false, source };
const operations = {
  read: {
    ...head,
    id: "read",
    method: "GET",
    path: "/bytes",
    responses: { 200: { contentType: "image/png", kind: "bytes", headers: [] } },
  },
  follow: {
    ...head,
    id: "follow",
    method: "GET",
    path: "/events",
    responses: { 200: { contentType: "text/event-stream", kind: "events", headers: [] } },
  },
  send: {
    ...head,
    id: "send",
    method: "POST",
    path: "/all",
    body: {
      contentType: "application/octet-stream",
      kind: "bytes",
      required: true,
      others: [
        { contentType: "multipart/form-data", kind: "parts", fields: { photo: { type: "file" } } },
      ],
    },
    contentType: "application/octet-stream",
    responses: {
      200: { contentType: "application/json", headers: [] },
    },
  },
} satisfies Record<string, Operation>;

type Call = (request?: OutgoingRequest, options?: CallOptions) => Promise<{ body: unknown }>;

const missing = {
  keyword: "required",
  instancePath: "/body/0",
  schemaPath: "",
  params: { missingProperty: "n" },
};

/** An untyped client of a server with this response. */
async function clientOf(result: (response: ServerResponse) => unknown) {
  const { baseUrl, seen } = await serve((response) => result(response));
  const accepts = Object.assign(() => true, { errors: [] });
  const judge = Object.assign(
    ({ body }: { body: readonly { n?: number }[] }) => body.every(({ n }) => n !== undefined),
    { errors: [missing] },
  );
  const validate = createResponseValidation({
    read: { responses: { 200: accepts } },
    follow: { responses: { 200: judge as unknown as typeof accepts } },
    send: { responses: { 200: accepts } },
  });
  const client = createContractClient(operations, { baseUrl, validate, forms, streams });
  return { client: client as unknown as Record<keyof typeof operations, Call>, baseUrl, seen };
}

describe("bytes of a response", () => {
  const png = { "Content-Type": "image/png" };

  it("arrive while they are sent, without a time limit", async () => {
    const rest = Promise.withResolvers<undefined>();
    const { client } = await clientOf((response) => {
      response.writeHead(200, png).write(Buffer.from([0xff, 0x00]));
      void rest.promise.then(() => response.end("b"));
    });
    const { body } = await client.read({}, { timeoutMs: 1000 });
    const chunks: Uint8Array[] = [];
    for await (const chunk of body as ByteBody) {
      chunks.push(chunk);
      setTimeout(rest.resolve, 1100);
    }
    expect(Buffer.concat(chunks)).toEqual(Buffer.from([0xff, 0x00, 0x62]));
  });

  it("can be read once, as bytes, text or stream", async () => {
    const { client } = await clientOf((response) => response.writeHead(200, png).end("abc"));
    const read = async () => (await client.read()).body as ByteBody;
    expect(await (await read()).bytes()).toEqual(new TextEncoder().encode("abc"));
    const body = await read();
    expect(await body.text()).toBe("abc");
    await expect(body.bytes()).rejects.toThrow("read once");
    expect(await new Response((await read()).stream()).text()).toBe("abc");
  });

  it("end for the server when the caller stops reading", async () => {
    const closed = Promise.withResolvers<undefined>();
    const endless = (response: ServerResponse) =>
      response.on("close", closed.resolve).writeHead(200, png).write("a");
    const { client } = await clientOf(endless);
    const { body } = await client.read();
    const chunks = (body as ByteBody)[Symbol.asyncIterator]();
    await chunks.next();
    await chunks.return?.();
    await closed.promise;
  });

  it("end with the caller's signal", async () => {
    const { client } = await clientOf((response) => response.writeHead(200, png).write("a"));
    const stop = new AbortController();
    const { body } = await client.read({}, { signal: stop.signal });
    const reading = rejection((body as ByteBody).bytes());
    stop.abort();
    expect(await reading).toMatchObject({ code: "aborted" });
  });

  it("that are interrupted are not a response", async () => {
    const { client } = await clientOf((response) => {
      response
        .writeHead(200, { ...png, "Content-Length": 9 })
        .write("abc", () => response.destroy());
    });
    const { body } = await client.read();
    const error = await rejection((body as ByteBody).bytes());
    expect(error).toBeInstanceOf(TransportError);
    expect(error).toMatchObject({ code: "network", operation: "read", status: 200 });
  });
});

describe("events of a response", () => {
  const of = (text: string) => (response: ServerResponse) =>
    response.writeHead(200, { "Content-Type": "text/event-stream" }).end(text);

  async function followed(text: string): Promise<unknown[]> {
    const { client } = await clientOf(of(text));
    const events: unknown[] = [];
    for await (const event of (await client.follow()).body as EventStream<unknown>)
      events.push(event);
    return events;
  }

  it("arrive one by one", async () => {
    const text =
      ':hello\r\n\r\nevent: a\r\ndata: {"n":\ndata:1}\n\nid: 1\n\ndata: {"n":2}\r\rdata: {"n":3}';
    expect(await followed(text)).toEqual([{ n: 1 }, { n: 2 }]);
  });

  it("are validated one by one", async () => {
    const { client } = await clientOf(of('data: {"n":1}\n\ndata: {"m":2}\n\n'));
    const events = ((await client.follow()).body as EventStream<unknown>)[Symbol.asyncIterator]();
    expect((await events.next()).value).toEqual({ n: 1 });
    expect(await rejection(events.next())).toMatchObject({
      code: "response-validation",
      violations: [{ pointer: "/body/0/n" }],
    });
  });

  it("that are not JSON are refused", async () => {
    expect(await rejection(followed("data: x\n\n"))).toMatchObject({ code: "invalid-body" });
  });
});

describe("a body is sent", () => {
  const result = (response: ServerResponse) =>
    response.writeHead(200, { "Content-Type": "application/json" }).end("1");

  async function* pieces() {
    await Promise.resolve();
    yield new TextEncoder().encode("ab");
    yield new TextEncoder().encode("c");
  }

  it.each([
    ["bytes", () => new TextEncoder().encode("abc")],
    ["a blob", () => new Blob(["abc"])],
    ["a stream", () => new Blob(["abc"]).stream()],
    ["an iterable", pieces],
  ])("from %s", async (_, body) => {
    const { client, seen } = await clientOf(result);
    await client.send({ body: body() });
    expect(seen).toMatchObject([
      { body: "abc", headers: { "content-type": "application/octet-stream" } },
    ]);
  });

  it("only in a documented content type", async () => {
    const { client, seen } = await clientOf(result);
    for (const wrong of [
      { contentType: "text/html", body: "a" },
      { body: "a" },
      { contentType: "multipart/form-data", body: { photo: "a" } },
    ])
      expect(await rejection(client.send(wrong))).toMatchObject({ code: "invalid-request" });
    expect(seen).toEqual([]);
  });
});

it("does not send a call without the option that it needs, which the error names", async () => {
  const { baseUrl, seen } = await serve((response) => response.end());
  const client = createContractClient(operations, { baseUrl });
  const calls = client as unknown as Record<keyof typeof operations, Call>;
  const form = { contentType: "multipart/form-data", body: {} };
  expect(await rejection(calls.read())).toMatchObject({
    message: expect.stringContaining('option "streams"') as unknown,
  });
  for (const [request, name] of [
    [{ body: new Uint8Array(1) }, "streams"],
    [form, "forms"],
  ] as const)
    expect(await rejection(calls.send(request))).toMatchObject({
      code: "invalid-request",
      message: expect.stringContaining(`option "${name}"`) as unknown,
    });
  expect(seen).toEqual([]);
});

describe("openapi-fetch", () => {
  interface Paths {
    "/bytes": { get: { responses: { 200: { content: { "image/png": string } } } } };
    "/all": {
      post: {
        requestBody: { content: { "application/octet-stream": Blob | Uint8Array | FormData } };
        responses: { 200: { content: { "application/json": number } } };
      };
    };
  }

  it("sends bytes and forms without Request.body, which browsers lack or send only by HTTP/2", async () => {
    const { baseUrl, seen } = await serve((response) => {
      response.writeHead(200, { "Content-Type": "application/json" }).end("1");
    });
    const client = createClient<Paths>(operations, { baseUrl });
    const form = new FormData();
    form.append("title", "abc");
    const streamOfBody = vi.spyOn(Request.prototype, "body", "get").mockReturnValue(null);
    onTestFinished(() => {
      streamOfBody.mockRestore();
    });
    for (const body of [new TextEncoder().encode("abc"), new Blob(["abc"]), form])
      expect((await client.POST("/all", { body })).data).toBe(1);
    const sent: unknown = expect.stringContaining("abc");
    expect(seen.map(({ body }) => body)).toEqual([sent, sent, sent]);
  });

  it("sends and reads bytes unchanged", async () => {
    const bytes = Buffer.from([0xff, 0xfe, 0x22]);
    const { baseUrl, seen } = await serve((response, count) => {
      if (count === 1) response.writeHead(200, { "Content-Type": "image/png" }).end(bytes);
      else response.writeHead(200, { "Content-Type": "application/json" }).end("1");
    });
    const client = createClient<Paths>(operations, { baseUrl });
    const { data } = await client.GET("/bytes", { parseAs: "arrayBuffer" });
    expect(Buffer.from(data ?? new ArrayBuffer())).toEqual(bytes);
    for (const body of [new Uint8Array(bytes), new Blob([bytes])])
      expect((await client.POST("/all", { body })).data).toBe(1);
    const form = new FormData();
    form.append("title", "a");
    await client.POST("/all", { body: form });
    expect(seen.slice(1).map(({ headers }) => headers["content-type"])).toEqual([
      "application/octet-stream",
      "application/octet-stream",
      expect.stringMatching(/^multipart\/form-data; boundary=/),
    ]);
    expect(seen[1]?.body).toBe(bytes.toString());
  });
});
