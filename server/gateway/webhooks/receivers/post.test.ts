import type { IncomingHttpHeaders, RequestListener } from "node:http";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { listen } from "../../../skeleton/testing/listen.ts";
import { post } from "./post.ts";

const callback = {
  body: '{"a":"é"}',
  headers: {
    "webhook-id": "e-1",
    "webhook-timestamp": 1_793_588_767,
    "webhook-signature": "v1,x",
  },
};
const never = new AbortController().signal;

async function portOf(answer: RequestListener): Promise<number> {
  const { port, [Symbol.asyncDispose]: close } = await listen(answer);
  onTestFinished(close);
  return port;
}

/** A receiver under a name that only the pinned address can lead to. */
function receiver(port: number, path = "/") {
  const url = new URL(`http://rebinding.invalid:${port}${path}`);
  return { url, address: "127.0.0.1" };
}

test("goes to the checked address, whatever the name leads to, with the bytes and headers as they are", async () => {
  const seen: { body: string; headers: IncomingHttpHeaders }[] = [];
  const port = await portOf((request, response) => {
    void text(request).then((body) => {
      seen.push({ body, headers: request.headers });
      response.writeHead(204).end();
    });
  });
  expect(await post(receiver(port), callback, never)).toBe(204);
  expect(seen[0]?.body).toBe(callback.body);
  expect(seen[0]?.headers).toMatchObject({
    host: `rebinding.invalid:${port}`,
    "content-type": "application/json",
    "webhook-id": "e-1",
    "webhook-timestamp": "1793588767",
    "webhook-signature": "v1,x",
  });
});

test("follows no redirect", async () => {
  let asked = 0;
  const port = await portOf((_request, response) => {
    asked += 1;
    response.writeHead(307, { Location: "/other" }).end();
  });
  expect(await post(receiver(port), callback, never)).toBe(307);
  expect(asked).toBe(1);
});

test("does not read on when the answer does not end", async () => {
  let cutOff = false;
  const port = await portOf((_request, response) => {
    response.once("close", () => {
      cutOff = true;
    });
    response.writeHead(200);
    const more = () => {
      while (!response.destroyed && response.write("x".repeat(65_536)));
      response.once("drain", more);
    };
    more();
  });
  expect(await post(receiver(port), callback, never)).toBe(200);
  await expect.poll(() => cutOff).toBe(true);
});

test("gives up when it is told to, and when nobody listens", async () => {
  const port = await portOf(() => undefined);
  const signal = AbortSignal.timeout(50);
  await expect(post(receiver(port), callback, signal)).rejects.toThrow();
  await expect(post(receiver(1), callback, never)).rejects.toThrow();
});
