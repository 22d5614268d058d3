import { createHmac } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { isObject } from "@contract-toolkit/contract";
import { expect, test } from "vitest";
import { callbackCases } from "../../cases/receivers/derive.ts";
import type { Provider } from "../../provider.ts";
import { listen } from "../../testing/listen.ts";
import { committedSuite } from "../../testing/suites.ts";
import { describeVerdict } from "../../verdict.ts";
import { playOnReceiver } from "./receiver.ts";

const secret = "of another service";
const place = "/headers/webhook-signature";

/** One signature over the body alone. */
const provider: Provider = {
  states: {},
  stamp: (request, { id, atSeconds }) => ({
    ...request,
    headers: { ...request.headers, "webhook-id": id, "webhook-timestamp": atSeconds },
  }),
  sign: (request) => request,
  signatures: () => [
    {
      place,
      hash: "sha256",
      secret,
      encoding: "hex",
      prefix: "sha256=",
      parts: ({ bytes }) => [bytes],
    },
  ],
};

/** A receiver of messages with that signature. */
function startOther(compare: (right: string, given: string) => boolean) {
  return listen((request, response) => {
    void buffer(request).then((bytes) => {
      const right = `sha256=${createHmac("sha256", secret).update(bytes).digest("hex")}`;
      const isGenuine = compare(right, String(request.headers["webhook-signature"]));
      const isRight = request.method === "POST" && isGenuine && isJson(bytes);
      response.writeHead(isRight ? 202 : 403).end();
    });
  });
}

function isJson(bytes: Buffer): boolean {
  try {
    return isObject(JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)));
  } catch {
    return false;
  }
}

const suite = await committedSuite("merchant");
const cases = callbackCases(suite, provider).filter(({ id }) =>
  /^receivePayment\/callback\/(webhook-signature|headers|bodies|damage)\//.test(id),
);

async function findingsOn(compare: Parameters<typeof startOther>[0]): Promise<string[]> {
  await using receiver = await startOther(compare);
  const failed: string[] = [];
  for (const testCase of cases) {
    const verdict = await playOnReceiver(testCase, { url: receiver.url, provider });
    if (verdict.outcome !== "passed") failed.push(describeVerdict(verdict).split(" (")[0] ?? "");
  }
  return failed;
}

test("a receiver with another signature scheme passes", async () => {
  expect(cases.length).toBeGreaterThan(50);
  expect(await findingsOn((right, given) => right === given)).toEqual([]);
});

test("a receiver that compares only the beginning of a signature fails", async () => {
  const beginning = (right: string, given: string) => right.slice(0, 23) === given.slice(0, 23);
  const found = await findingsOn(beginning);
  expect(found).toContain(
    "failed receiver receivePayment/callback/webhook-signature/right in its first half",
  );
});
