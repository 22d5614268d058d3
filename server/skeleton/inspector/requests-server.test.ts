import { once } from "node:events";
import { connect } from "node:net";
import { expect, test } from "vitest";
import { listen } from "../testing/listen.ts";
import { createRecorder } from "./recorder.ts";
import { createRequestsPage } from "./requests-server.ts";

test.each([
  ["what is no URL is left to others", "//[", "other", /^HTTP\/1\.1 404 /],
  ["it is shown by a name of this machine", "/requests", "localhost", /^HTTP\/1\.1 200 /],
  ["it is not shown by another name", "/requests", "rebound.example", /^HTTP\/1\.1 404 /],
])("%s", async (_, target, host, expected) => {
  const page = createRequestsPage(createRecorder(), "/requests");
  await using server = await listen((request, response) => {
    page(request, response, () => {
      response.writeHead(404).end();
    });
  });
  const socket = connect(Number(server.url.port), "127.0.0.1");
  socket.write(`GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
  const [answer] = (await once(socket, "data")) as [Buffer];
  expect(answer.toString()).toMatch(expected);
});
