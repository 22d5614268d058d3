import type { IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { existsSync } from "node:fs";
import { mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listen, type Listening } from "../../../testing/listen.ts";
import { verifyCallback } from "../../../../client/webhooks.ts";
import { startReceiver } from "../../../testing/receiver.ts";
import {
  startTestGateway,
  type DisposableGateway,
} from "../../testing/gateway-on-test-database.ts";
import { startJsonProxy } from "../../testing/json-proxy.ts";
import { replayHere, runReplay } from "../../testing/replay.ts";

let gateway: DisposableGateway;

beforeAll(async () => {
  gateway = await startTestGateway();
});

afterAll(() => gateway[Symbol.asyncDispose]());

test("where the gateway has no data, none is made", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "replay-"));
  const dataDirectory = join(folder.path, "data");
  const ended = await runReplay("gateway", ["--server", gateway.url.href], {
    DATA_DIR: dataDirectory,
    MODE: "sandbox",
  });
  expect(ended.status).toBe(2);
  expect(ended.output).toBe("");
  expect(ended.errors).toBe(
    `There is no data of a gateway in DATA_DIR (${dataDirectory}) or DATABASE_URL. Give a credential with --header 'Name: value'.\n`,
  );
  expect(existsSync(dataDirectory)).toBe(false);
});

test("a credential that is refused ends the run at once, in one line", async () => {
  const ended = await runReplay("gateway", [
    ...["--server", gateway.url.href],
    ...["--header", "X-SERVICE-AUTH: not.of.thisserver"],
  ]);
  expect(ended.status).toBe(2);
  expect(ended.output).toBe("");
  expect(ended.errors).toMatch(
    /^The server refuses the credential: [A-Z]+ http:\S+ is answered with 401\. Give one of this server with --header 'X-SERVICE-AUTH: value'\.\n$/,
  );
});

test("so does one that is missing", async () => {
  const ended = await runReplay("gateway", [
    ...["--server", gateway.url.href],
    ...["--header", "X-Other: value"],
  ]);
  expect(ended.errors).toBe(
    "X-SERVICE-AUTH is needed; give it with --header 'X-SERVICE-AUTH: value'.\n",
  );
  expect(ended.status).toBe(2);
});

test("a seed that the server has met with ends the run, in one line", async () => {
  const args = [
    ...["--server", gateway.url.href, "--header", `X-SERVICE-AUTH: ${gateway.token}`],
    ...["--include", "payOrder/pay-at-chosen-bank*", "--seed", "again"],
  ];
  expect((await replayHere("gateway", args)).status).toBe(0);
  const ended = await runReplay("gateway", args);
  expect(ended.errors).toBe(
    "The server already has the values of --seed again, but payOrder/pay-at-chosen-bank needs fresh ones. Give another seed, or none.\n",
  );
  expect(ended.status).toBe(2);
});

test("an outcome that only a sandbox forces cannot be played on a server without one", async () => {
  await using server = await startJsonProxy(gateway.url, (request, forward) => {
    delete request.headers["x-sandbox-scenario"];
    const isSandbox = request.target.startsWith("/sandbox");
    return isSandbox ? Promise.resolve({ status: 404, body: {} }) : forward();
  });
  const ended = await replayHere("gateway", [
    ...["--server", server.url.href, "--header", `X-SERVICE-AUTH: ${gateway.token}`],
    ...[
      "--include",
      "listTransactions/server-error",
      "--include",
      "listTransactions/http/answers/*",
    ],
  ]);
  expect(ended.output).toMatch(/: 0 passed, 0 failed, [2-9] errors/);
  expect(ended.output).toContain("could not be played: the server has no sandbox");
});

test("a receiver is sent the messages of several cases at a time", async () => {
  let [open, most] = [0, 0];
  await using receiver = await listen((_, response) => {
    most = Math.max(most, ++open);
    setTimeout(() => {
      open -= 1;
      response.writeHead(204).end();
    }, 20);
  });
  const args = ["--receiver", receiver.url.href, "--include", "receivePayment/request/*maxLength*"];
  expect((await replayHere("merchant", args)).status).toBe(1);
  expect(most).toBeGreaterThan(3);
});

/** A receiver that compares the time that the body tells, which nobody has signed. */
function startReceiverOfBodyTime(secret: string): Promise<Listening> {
  const judge = async ({ headers }: IncomingMessage, body: string) => {
    const [, told = ""] = /"responseTime":"([^"]*)"/.exec(body) ?? [];
    const now = new Date(Number(headers["webhook-timestamp"]) * 1000);
    const { ok } = await verifyCallback(body, { secret, headers, now });
    return ok && Math.abs(Date.now() - Date.parse(told)) < 300_000 ? 204 : 401;
  };
  return listen((request, response) => {
    void text(request)
      .then((body) => judge(request, body))
      .then((status) => response.writeHead(status).end());
  });
}

test.each([
  [
    "with another secret",
    () => startReceiver("another-receiver-secret-0123456789abcdef"),
    "The receiver refuses genuine messages with 401. Give the secret that it verifies with in RECEIVER_SECRET.\n",
  ],
  [
    "that compares the time of the body",
    () => startReceiverOfBodyTime("sample-partner-secret-0123456789abcdef"),
    "The receiver refuses genuine messages with 401, but takes one whose responseTime is the present time. Let it compare the time that is signed, not that of the body.\n",
  ],
])("so does a receiver %s", async (_, start, message) => {
  await using receiver = await start();
  const ended = await runReplay("merchant", ["--receiver", receiver.url.href]);
  expect(ended.errors).toBe(message);
  expect(ended.status).toBe(2);
});
