import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { dirname, join } from "node:path";
import { startMock } from "@contract-toolkit/mock/server";
import { startProxy } from "@contract-toolkit/proxy/server";
import { expect, test } from "vitest";
import { startRecorder } from "../../../conformance/targets/recording-server/recorder.ts";
import { makeGatewayCluster } from "../../../server/gateway/testing/gateway-cluster.ts";
import { follow } from "../../../server/skeleton/testing/running-process.ts";
import { listen } from "../../../server/skeleton/testing/listen.ts";
import { serveRegistry } from "../../repository/packages/registry.ts";
import { serveReferences } from "../dev/reference-server.ts";
import { loadJudgingSuite } from "../traffic/judging-suite.ts";

const document = join(import.meta.dirname, "../../../generated/gateway/openapi.json");

/** What a client may send to provoke an error outside the handling of its request. */
const requests = [
  ...[
    "/%",
    "/%00",
    "/%ff/..%2f..%2fetc",
    "//",
    "//a/b",
    "/\\a",
    "*",
    "a",
    "http://[",
    "http://a:b@c:d/",
    `/${"a".repeat(20_000)}`,
  ].flatMap((target) => [`GET ${target}`, `OPTIONS ${target}`]),
  ...[
    "/?%",
    "/?a=%ff&__proto__=1&constructor[prototype]=1",
    "/__changes?x",
    "/archives/%2e%2e",
    "/__mock/callbacks/%",
  ].map((target) => `POST ${target}`),
  ...["CONNECT a:1", "CONNECT [", "TRACE /", "PRI *", "get /", "\0 /", "GET"],
].map((line) => `${line} HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n`);

const headers = [
  ...["Content-Length: -1", "Content-Length: 9\r\nContent-Length: 8", "Content-Length: 5\r\n\r\na"],
  ...["Transfer-Encoding: x, chunked", "Transfer-Encoding: chunked\r\n\r\nzz\r\n", "Expect: x"],
  ...[
    "Upgrade: websocket\r\nConnection: Upgrade",
    "Upgrade: \x01",
    "Connection: content-length, host",
  ],
  ...["Authorization: Bearer \xff\xfe", "Authorization: Basic %%%", "Cookie: =;%;__proto__=%zz"],
  ...[
    "Accept: ;;;q=x",
    "Accept-Encoding: ;q=,*;q=9",
    'If-None-Match: "',
    "Range: bytes=-",
    "Content-Type: %;=;",
  ],
  ...[
    "Host: [",
    "Host: b",
    "Origin: :",
    "Content-Encoding: gzip\r\nContent-Length: 1\r\n\r\na",
    ": a",
    "\xff: a",
  ],
].map((text) => `POST / HTTP/1.1\r\nHost: a\r\n${text}\r\n\r\n`);

/** Sends bytes, and leaves at once or when the server has answered. */
async function attack(port: number, text: string, leaves: "at once" | "after"): Promise<void> {
  const socket = connect(port, "127.0.0.1").on("error", () => undefined);
  if (leaves === "at once")
    socket.once("connect", () => socket.write(text, "latin1", () => socket.resetAndDestroy()));
  else
    socket
      .end(text, "latin1")
      .setTimeout(2_000, () => socket.destroy())
      .resume();
  await once(socket, "close");
}

/** What listens, and the entry point that started it. */
const entries: Readonly<Record<string, (held: AsyncDisposableStack) => Promise<URL>>> = {
  async mock(held) {
    const { suite } = await loadJudgingSuite(document, false);
    const mock = await startMock({ suites: [suite] });
    held.defer(mock.close);
    return mock.url;
  },
  async proxy(held) {
    const judging = await loadJudgingSuite(document, false);
    const server = held.use(await listen((request, response) => request.resume().pipe(response)));
    const proxy = await startProxy({ ...judging, to: server.url, report: () => ({}) });
    held.defer(proxy.close);
    return proxy.url;
  },
  async docs(held) {
    const pages = await serveReferences({ out: dirname(dirname(document)), port: 0 }, () => [
      "gateway",
    ]);
    held.defer(pages.close);
    return new URL(pages.url);
  },
  async registry(held) {
    const registry = await serveRegistry([], { port: 0, upstream: "http://127.0.0.1:9/" });
    return new URL(held.use(registry).url);
  },
  async "the receiver of replay"(held) {
    const recorder = await startRecorder();
    held.defer(() => {
      recorder.rest();
    });
    return recorder.url;
  },
  async "receive of the gateway"(held) {
    const command = join(
      import.meta.dirname,
      "../../../server/gateway/process/commands/receive.ts",
    );
    const environment = { ...process.env, RECEIVER_SECRET: "s".repeat(32) };
    const receive = held.use(
      follow(spawn(process.execPath, [command, "--port", "0"], { env: environment })),
    );
    return new URL((await receive.printed(/received at (\S+)/))[1] ?? "");
  },
  async "the gateway with its pages"(held) {
    const cluster = held.use(await makeGatewayCluster());
    return new URL((await cluster.start({ LOG_LEVEL: "silent" })).url);
  },
};

test.concurrent.each(Object.keys(entries))("%s survives hostile clients", async (name) => {
  await using held = new AsyncDisposableStack();
  const url = await entries[name]?.(held);
  const port = Number(url?.port);
  for (const leaves of ["after", "at once"] as const)
    await Promise.all([...requests, ...headers].map((text) => attack(port, text, leaves)));
  const { status } = await fetch(new URL("/", url), { redirect: "manual" });
  expect(status).toBeGreaterThanOrEqual(200);
});
