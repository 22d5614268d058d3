import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import type { Sample } from "@contract-toolkit/contract";
import type { ReceivePaymentBody } from "../../../generated/merchant/operations.js";
import { attemptDelivery, type AttemptDeps } from "./attempt.ts";

const samples = JSON.parse(readFileSync("generated/merchant/samples.json", "utf8")) as Sample[];
const [genuine] = samples.flatMap(({ request, response }) =>
  response.status === 204 ? [request.body as ReceivePaymentBody] : [],
);
const delivery = {
  id: "event-1",
  kind: genuine?.event ?? "order.payment",
  partnerCode: "P1",
  url: "https://shop.example/",
  receiver: "P1 shop.example",
  subjectId: "transaction-1",
  content: Buffer.from(genuine?.data ?? "", "base64").toString("utf8"),
  createdAt: 0,
  tries: 0,
};

function attemptWith(further: Partial<AttemptDeps>) {
  const resolve = () => Promise.resolve(["93.184.215.14"]);
  return attemptDelivery(delivery, ["a secret of the partner"], undefined, {
    post: () => Promise.resolve(200),
    rules: { loopback: false, resolve },
    machineNow: () => 0,
    timeoutMs: 200,
    ...further,
  });
}

const hangs = () => new Promise<never>(() => undefined);

test.each<[string, Partial<AttemptDeps>, object]>([
  ["responds at once", {}, { result: { outcome: "acknowledged" }, speed: "prompt" }],
  ["refuses at once", { post: () => Promise.resolve(500) }, { speed: "prompt" }],
  ["does not respond", { post: hangs }, { result: { outcome: "timed-out" }, speed: "slow" }],
  ["cannot be reached", { post: () => Promise.reject(new Error("refused")) }, { speed: "failed" }],
  [
    "has a name that is resolved slowly",
    { rules: { loopback: false, resolve: () => wait(150, ["93.184.215.14"]) } },
    { result: { outcome: "acknowledged" }, speed: "prompt" },
  ],
  [
    "has a name that is not resolved",
    { rules: { loopback: false, resolve: hangs } },
    { result: { outcome: "timed-out" }, speed: "failed" },
  ],
])("the speed of a receiver that %s", async (_, further, expected) => {
  expect(await attemptWith(further)).toMatchObject(expected);
});

test("the time that this process is blocked is not the receiver's", async () => {
  const post = async () => {
    for (let turn = 0; turn < 3; turn += 1) {
      await wait(1);
      const until = performance.now() + 100;
      while (performance.now() < until);
    }
    return 200;
  };
  expect(await attemptWith({ post })).toMatchObject({
    result: { outcome: "acknowledged" },
    speed: "prompt",
  });
});
