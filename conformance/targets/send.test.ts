import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { listen } from "../testing/listen.ts";
import { sendWireRequest } from "./send.ts";

const PATIENCE_MS = 5_000;
const get = (url: URL, patienceMs = PATIENCE_MS) =>
  sendWireRequest({ url, method: "GET", headers: {} }, patienceMs);

test.each([
  ["GET", undefined, []],
  ["DELETE", "{}", ["content-length"]],
  ["POST", "{}", ["content-length"]],
  ["POST", undefined, ["content-length"]],
])("%s with the body %j sends only its own headers", async (method, body, further) => {
  let names: string[] = [];
  await using server = await listen((request, response) => {
    names = Object.keys(request.headers).sort();
    response.end();
  });
  const headers = { "X-Reader": "r" };
  await sendWireRequest(
    { url: server.url, method, headers, ...(body !== undefined && { body }) },
    PATIENCE_MS,
  );
  expect(names).toEqual([...further, "connection", "host", "x-reader"].sort());
});

test.each([
  ["GET", 2],
  ["POST", 1],
])("%s on a kept connection that the server closes arrives %i times", async (method, times) => {
  const arrived: string[] = [];
  await using server = await listen((request, response) => {
    arrived.push(String(request.url));
    if (request.url === "/kept") response.end();
    else request.socket.resetAndDestroy();
  });
  await get(new URL("/kept", server.url));
  const sent = { url: new URL("/act", server.url), method, headers: {} };
  await expect(sendWireRequest(sent, PATIENCE_MS)).rejects.toThrow();
  expect(arrived.filter((url) => url === "/act")).toHaveLength(times);
});

test("a header beyond ASCII is sent in single bytes, with a body too", async () => {
  let found: string | string[] | undefined;
  await using server = await listen((request, response) => {
    found = request.headers["x-reader"];
    response.end();
  });
  const headers = { "X-Reader": "café" };
  await sendWireRequest({ url: server.url, method: "POST", headers, body: "€" }, PATIENCE_MS);
  expect(found).toBe("café");
});

test("a compressed response is decoded", async () => {
  await using server = await listen((_, response) => {
    response.writeHead(200, { "Content-Encoding": "gzip" }).end(gzipSync("täxt"));
  });
  const { text } = await get(server.url);
  expect(text).toBe("täxt");
});

test("a body without a length or an end is no response", async () => {
  await using server = await listen((_, response) => {
    response.useChunkedEncodingByDefault = false;
    response.write("{");
  });
  await expect(
    sendWireRequest({ url: server.url, method: "GET", headers: {} }, 300),
  ).rejects.toThrow("no response within");
});

test("a stream of events is read until it is silent", async () => {
  await using server = await listen((_, response) => {
    response.writeHead(200, { "Content-Type": "text/event-stream" }).write("data: 1\n\n");
  });
  const { text } = await get(server.url);
  expect(text).toBe("data: 1\n\n");
});

const upgrade = "Connection: Upgrade";

test.each([
  ["that changes the protocol", `101 Switching\r\n${upgrade}\r\nUpgrade: a`, "switched protocols"],
  ["that says so without a protocol", "101 Switching", "switched protocols"],
  ["of a gigabyte", `200 OK\r\n${upgrade}\r\nContent-Length: ${10 ** 9}`, "more than"],
])("a response %s is an error", async (_, head, message) => {
  await using server = await listen(({ socket }) => {
    socket.write(`HTTP/1.1 ${head}\r\n\r\n`);
    const chunk = Buffer.alloc(2 ** 20);
    for (let sent = 0; sent < 101; sent += 1) socket.write(chunk);
  });
  // A busy machine takes seconds to send and read it.
  await expect(get(server.url, 60_000)).rejects.toThrow(message);
});

test.each([
  ["gzip", "no gzip"],
  ["pigeon", "text"],
  ["constructor", "text"],
])(
  "a response that is not in its encoding %s has no text, and a reason",
  async (encoding, body) => {
    await using server = await listen((_, response) => {
      response.writeHead(200, { "Content-Encoding": encoding }).end(body);
    });
    const result = await get(server.url);
    expect(result).toMatchObject({
      status: 200,
      text: "",
      illegible: expect.stringContaining(`the body is not in the encoding ${encoding}`) as unknown,
    });
  },
);

test("a response that grows when it is decompressed has no text", async () => {
  const bomb = gzipSync(Buffer.alloc(101_000_000), { level: 9 });
  await using server = await listen((_, response) => {
    response.writeHead(200, { "Content-Encoding": "gzip" }).end(bomb);
  });
  expect(await get(server.url)).toMatchObject({
    text: "",
    illegible: expect.stringContaining("more than 100000000 bytes") as unknown,
  });
});
