import { expect, test } from "vitest";
import { verifyCallback } from "../../../client/webhooks.ts";
import type { MessageForm } from "../../cases/receivers/callback-case.ts";
import { provider } from "../../../server/provider-states/merchant.ts";
import { committedSuite } from "../../testing/suites.ts";
import { writeMessage } from "./write-message.ts";

const { cases } = await committedSuite("merchant");
const sample = cases[0] ?? fail();
const secret = String(sample.providerStates[0]?.values["secret"]);

/** What the client says of a message in a form. */
async function verdictOn(form: MessageForm): Promise<string> {
  const atSeconds = Math.floor(Date.now() / 1000);
  const { raw } = await writeMessage(
    { base: sample, operation: sample.operation },
    form,
    { id: "one", atSeconds },
    { url: new URL("http://127.0.0.1"), provider },
  );
  const lines = raw.head.toString("latin1").trim().split("\r\n").slice(1);
  const headers = Object.fromEntries(
    lines.map((line): [string, string] => {
      const [name = "", value = ""] = line.split(": ", 2);
      return [name, value];
    }),
  );
  const callback = await verifyCallback(raw.body, { secret, headers });
  return callback.ok ? callback.id : callback.reason;
}

function fail(): never {
  throw new Error("there is no sample");
}

test.each<[string, MessageForm, string]>([
  ["as it is", {}, "one"],
  ["in other bytes", { raw: { body: { text: "{lines}" } } }, "one"],
  ["with white space around it", { raw: { body: { text: " {body} " } } }, "one"],
  ["an hour ago", { afterSeconds: -3600 }, "headers-stale"],
  ["with a time that is none", { headers: { "webhook-timestamp": "x" } }, "headers-malformed"],
  ["changed afterwards", { damage: { body: { text: "{body} " } } }, "headers-wrong-signature"],
  [
    "without the signature of its body, all else signed",
    { signature: { place: "/body/signature", write: () => undefined } },
    "malformed-body",
  ],
  [
    "without the signature in its header",
    { signature: { place: "/headers/webhook-signature", write: () => undefined } },
    "headers-missing",
  ],
])("a message is signed %s", async (_, form, verdict) => {
  expect(await verdictOn(form)).toBe(verdict);
});
