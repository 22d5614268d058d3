import { once } from "node:events";
import { IncomingMessage } from "node:http";
import { connect, Socket } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { listen } from "../skeleton/testing/listen.ts";
import { createRecorder, type Recorder } from "./recorder.ts";
import { createRequestsPage } from "./requests-server.ts";

test.each([
  ["an invalid URL goes to the next middleware", "//[", "other", /^HTTP\/1\.1 404 /],
  ["the page is shown for a name of this machine", "/requests", "localhost", /^HTTP\/1\.1 200 /],
  ["the page is not shown for another name", "/requests", "rebound.example", /^HTTP\/1\.1 404 /],
])("%s", async (_, target, host, expected) => {
  const page = createRequestsPage(createRecorder(), "/requests");
  await using server = await listen((request, response) => {
    page(request, response, () => {
      response.writeHead(404).end();
    });
  });
  const socket = connect(Number(server.url.port), "127.0.0.1");
  socket.write(`GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
  const [result] = (await once(socket, "data")) as [Buffer];
  expect(result.toString()).toMatch(expected);
});

test("a page that reads nothing is disconnected, and a closed page gets no events", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const recorder = createRecorder();
  const record = recorder.of({ $schema: "", messages: {}, $defs: {} });
  let followers = 0;
  const follow: Recorder["follow"] = async function* (options) {
    followers += 1;
    try {
      yield* recorder.follow(options);
    } finally {
      followers -= 1;
    }
  };
  const page = createRequestsPage({ ...recorder, follow }, "/requests");
  await using server = await listen((request, response) => {
    page(request, response, () => response.writeHead(404).end());
  });
  const open = async () => {
    const socket = connect(Number(server.url.port), "127.0.0.1").pause();
    onTestFinished(() => void socket.destroy());
    socket.write("GET /requests/events HTTP/1.1\r\nHost: localhost\r\n\r\n");
    await expect.poll(() => followers).toBe(1);
    return socket;
  };
  const request = new IncomingMessage(new Socket());
  const path = `/${"x".repeat(490)}`;
  const recordOne = () => {
    record({ method: "GET", path, status: 200, receivedAt: Date.now(), durationMs: 1, request });
  };
  const leaving = await open();
  leaving.destroy();
  await expect
    .poll(() => {
      recordOne();
      return followers;
    })
    .toBe(0);
  await open();
  for (let count = 0; count < 10_000; count += 1) recordOne();
  await expect
    .poll(async () => {
      await vi.advanceTimersByTimeAsync(10_000);
      return followers;
    })
    .toBe(0);
});
