import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { signBody } from "./signing.ts";

const secret = "a secret of at least 32 characters";

test("the reference implementation of Standard Webhooks accepts the signature of each secret", () => {
  const secrets = [secret, "another secret of 32 characters!"];
  const now = Math.floor(Date.now() / 1000);
  const signed = signBody("{}", secrets, { id: "one", atSeconds: now });
  const headers = { ...signed, "webhook-timestamp": String(now) };
  for (const secret of secrets)
    expect(new Webhook(secret, { format: "raw" }).verify("{}", headers)).toEqual({});
  expect(() => new Webhook("x", { format: "raw" }).verify("{}", headers)).toThrow("signature");
});
