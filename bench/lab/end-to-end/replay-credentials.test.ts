import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listen, type Listening } from "../../../conformance/testing/listen.ts";
import { verifyCallback } from "../../../client/webhooks.ts";
import { startReceiver } from "../../../conformance/testing/receiver.ts";
import {
  startDisposableGateway,
  type DisposableGateway,
} from "../../../server/gateway/testing/disposable-gateway.ts";
import { withoutHeader } from "../mutation/wire-variations/body.ts";
import { startProxy } from "../mutation/wire-variations/proxy.ts";
import { replayHere } from "../../../server/gateway/testing/replay.ts";
import { takeTestDatabase } from "../../../server/gateway/testing/open-gateway.ts";

let gateway: DisposableGateway;

beforeAll(async () => {
  gateway = await startDisposableGateway({ database: await takeTestDatabase() });
});

afterAll(() => gateway[Symbol.asyncDispose]());

test("a seed that was used before ends the run with one line", async () => {
  const args = [
    ...["--server", gateway.url.href, "--header", `X-SERVICE-AUTH: ${gateway.token}`],
    ...["--include", "payOrder/pay-at-chosen-bank*", "--seed", "again"],
  ];
  expect(await replayHere("gateway", args)).toMatchObject({ status: 0 });
  expect(await replayHere("gateway", args)).toEqual({
    status: 2,
    output: "",
    errors:
      "The server already has the values of --seed again, but payOrder/pay-at-chosen-bank needs fresh ones. Give another seed, or none.",
  });
});

test("a case that needs a sandbox is an error on a server without one", async () => {
  await using server = await startProxy(gateway.url);
  server.onRequest = (request) => ({
    ...request,
    headers: withoutHeader(request.headers, "X-Sandbox-Scenario"),
  });
  server.onResponse = ({ target }, response) =>
    target.startsWith("/sandbox") ? { ...response, status: 404, body: "{}" } : response;
  const ended = await replayHere("gateway", [
    ...["--server", server.url.href, "--header", `X-SERVICE-AUTH: ${gateway.token}`],
    ...["--include", "listTransactions/server-error"],
    ...["--include", "listTransactions/http/responses/*"],
  ]);
  expect(ended.output).toMatch(/: 0 passed, 0 failed, [2-9] errors/);
  expect(ended.output).toContain("1 case needs provider states that nobody sets up");
});

test("several cases are played on a receiver at the same time", async () => {
  const held: ServerResponse[] = [];
  let isSeveral = false;
  const release = () => {
    for (const response of held.splice(0)) response.writeHead(204).end();
  };
  await using receiver = await listen((_, response) => {
    held.push(response);
    isSeveral ||= held.length > 3;
    if (isSeveral) release();
    else setTimeout(release, 500);
  });
  const args = ["--receiver", receiver.url.href, "--include", "receivePayment/request/*maxLength*"];
  expect((await replayHere("merchant", args)).status).toBe(1);
  expect(isSeveral).toBe(true);
});

/** A receiver that wrongly checks the time in the body, which the headers' signature does not cover. */
function startReceiverOfBodyTime(secret: string): Promise<Listening> {
  const judge = async ({ headers }: IncomingMessage, body: string) => {
    const [, time = ""] = /"responseTime":"([^"]*)"/.exec(body) ?? [];
    const now = new Date(Number(headers["webhook-timestamp"]) * 1000);
    const { ok } = await verifyCallback(body, { secret, headers, now });
    return ok && Math.abs(Date.now() - Date.parse(time)) < 300_000 ? 204 : 401;
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
    "The receiver refuses genuine messages with 401. Give the secret that it verifies with in RECEIVER_SECRET.",
  ],
  [
    "that compares the time of the body",
    () => startReceiverOfBodyTime("sample-partner-secret-0123456789abcdef"),
    "The receiver refuses genuine messages with 401, but accepts one whose responseTime is the current time. Compare the signed time in the receiver, not the time in the body.",
  ],
])("a receiver %s ends the run with one line", async (_, start, message) => {
  await using receiver = await start();
  const ended = await replayHere("merchant", ["--receiver", receiver.url.href]);
  expect(ended).toMatchObject({ status: 2, errors: message });
});
