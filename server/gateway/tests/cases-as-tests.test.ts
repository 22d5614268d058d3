import { spawn } from "node:child_process";
import { afterAll, vi } from "vitest";
import { follow } from "../../skeleton/testing/running-process.ts";
import { drawn } from "../testing/drawn.ts";
import { full } from "../testing/long-test.ts";
import { callCases } from "../../../conformance/index.ts";
import { startReceiver } from "../../../conformance/testing/receiver.ts";
import { committedSuite } from "../../../conformance/testing/suites.ts";
import { testClient, testReceiver } from "../../../conformance/vitest.ts";

const secret = "a secret that no sample is signed with";
vi.stubEnv("RECEIVER_SECRET", secret);
const command = ["server/gateway/process/commands/receive.ts", "--port", "0"];
const receiver = follow(spawn(process.execPath, command));
const ofClient = await startReceiver(secret, { clock: "machine" });
afterAll(async () => {
  vi.unstubAllEnvs();
  await ofClient[Symbol.asyncDispose]();
  await receiver.end("SIGKILL");
});
const [, url = ""] = await receiver.printed(/(http:\S+)\s/);
const chosen = full ? {} : { include: ["receivePayment/*"], mayBeUnplayed: true };

await testReceiver("generated/merchant", () => url, chosen);

const merchant = await committedSuite("merchant");
const toReceive = drawn(merchant.constraints("receiver").cases, 1 / 10, "boundaries for receivers");
await testReceiver(merchant, () => ofClient.url, {
  include: [...merchant.cases, ...toReceive].map(({ id }) => id),
});

const gateway = await committedSuite("gateway");
const toCall = [
  ...drawn(gateway.constraints("client").cases, 1 / 10, "boundaries for clients"),
  ...drawn(callCases(gateway), 1 / 40, "calls"),
];
await testClient(gateway, "node conformance/examples/client-typescript/client.ts", {
  include: full ? ["*"] : [...gateway.cases, ...toCall].map(({ id }) => id),
});
