import { spawn } from "node:child_process";
import { afterAll, vi } from "vitest";
import { follow } from "../../skeleton/testing/running-process.ts";
import { drawn } from "../testing/drawn.ts";
import { full } from "../testing/long-test.ts";
import { callCases } from "../../../conformance/index.ts";
import { committedSuite } from "../../../conformance/testing/suites.ts";
import { testClient, testReceiver } from "../../../conformance/vitest.ts";

vi.stubEnv("RECEIVER_SECRET", "a secret that no sample is signed with");
const command = ["server/gateway/process/commands/receive.ts", "--port", "0"];
const receiver = follow(spawn(process.execPath, command));
afterAll(() => {
  vi.unstubAllEnvs();
  return receiver.end("SIGKILL");
});
const [, url = ""] = await receiver.printed(/(http:\S+)\s/);
const chosen = full ? {} : { include: ["receivePayment/*"], mayBeUnplayed: true };

await testReceiver("generated/merchant", () => url, chosen);

const gateway = await committedSuite("gateway");
const drawnCases = [
  ...drawn(gateway.constraints("client").cases, 1 / 5, "boundaries for clients"),
  ...drawn(callCases(gateway), 1 / 20, "calls"),
];
await testClient(gateway, "node conformance/examples/client-typescript/client.ts", {
  include: full ? ["*"] : [...gateway.cases, ...drawnCases].map(({ id }) => id),
});
