import { expect, test } from "vitest";
import { HOUR_MS } from "../../../domain/time.ts";
import { rotateSecret } from "../../../domain/partners/partners.ts";
import { decideTransaction } from "../../../domain/payments/payments.ts";
import { placeHosted } from "../../../testing/orders.ts";
import { serve } from "../../../testing/serve.ts";
import { issueJwt } from "../../authentication/jwt.ts";

test("the inbox verifies callbacks with the secrets that were valid when they arrived", async () => {
  const { gateway, partner, url, call } = await serve();
  const receive = async (orderId: string) => {
    const reference = { notifyUrl: `${url}/console/inbox` };
    const placed = await placeHosted(gateway, partner, orderId, { paymentMethod: "VA", reference });
    await decideTransaction(gateway, { partnerCode: partner.code }, placed.id, "success");
    const { deliveries } = gateway.store;
    await expect.poll(() => deliveries.backlog()).toMatchObject({ pending: 0, dead: 0 });
  };
  const verdicts = async (headers = {}) => {
    const response = await call("GET", "/sandbox/inbox", undefined, headers);
    const { messages } = (await response.json()) as { messages: { verified: boolean }[] };
    return messages.map(({ verified }) => verified);
  };
  await receive("before");
  const now = Date.now();
  await rotateSecret(gateway, partner.code, { now, until: now + HOUR_MS });
  await receive("during");
  expect(await verdicts()).toEqual([true, true]);
  const secret = await rotateSecret(gateway, partner.code, { now });
  await receive("after");
  const jwt = await issueJwt(partner.code, secret, now);
  expect((await verdicts({ "X-SERVICE-AUTH": jwt }))[0]).toBe(true);
});
