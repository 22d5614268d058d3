import { spawn } from "node:child_process";
import { afterAll, vi } from "vitest";
import { follow } from "../../skeleton/testing/running-process.ts";
import { full } from "../testing/long-test.ts";
import { testClient, testReceiver } from "../../../conformance/vitest.ts";

vi.stubEnv("RECEIVER_SECRET", "a secret that no sample is signed with");
const command = ["server/gateway/process/commands/receive.ts", "--port", "0"];
const receiver = follow(spawn(process.execPath, command));
afterAll(() => {
  vi.unstubAllEnvs();
  return receiver.end("SIGKILL");
});
const [, url = ""] = await receiver.printed(/(http:\S+)\s/);
const chosen = full ? {} : { include: ["deleteToken/*", "receivePayment/*"], mayBeUnplayed: true };

await testReceiver("generated/merchant", () => url, chosen);
await testClient(
  "generated/gateway",
  "node conformance/examples/client-typescript/client.ts",
  chosen,
);
