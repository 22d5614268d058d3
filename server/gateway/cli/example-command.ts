import { systemClock } from "../system-effects.ts";
import type { Gateway } from "../domain/dependencies.ts";
import { DEMO_PARTNER_CODE } from "../domain/partners/partners.ts";
import { issueJwt } from "../security/jwt.ts";

/** A shell command that makes a real order as the demo partner, each time it is run; undefined without that partner. */
export async function exampleCommand({ store }: Gateway, url: string): Promise<string | undefined> {
  const demo = await store.partners.find(DEMO_PARTNER_CODE);
  if (demo === undefined) return undefined;
  const jwt = await issueJwt(DEMO_PARTNER_CODE, demo.secret, systemClock.now());
  // The shell fills in the order code, which must be a new one each time.
  const body = JSON.stringify(order).replace(ORDER_CODE, `demo-'$(date +%s%N)'`);
  return [
    `curl -sS -w '\\n' ${url}/api/v2/orders/payment`,
    `-H 'X-SERVICE-AUTH: Bearer ${jwt}'`,
    "-H 'Content-Type: application/json'",
    `-d '${body}'`,
  ].join(" ");
}

/** Where `npm run receive` listens unless told otherwise. */
export const RECEIVER_PORT = 4000;

/** Where the receiver stands for the shop's page that customers are sent back to. */
export const THANKS_PATH = "/thanks";

const ORDER_CODE = "ORDER_CODE";

const order = {
  transaction: {
    amount: 150_000,
    currency: "VND",
    paymentMethod: "CC",
    action: "PAY",
  },
  partnerReference: {
    order: { id: ORDER_CODE, info: "A first order" },
    notificationConfig: {
      notifyUrl: `http://127.0.0.1:${RECEIVER_PORT}/callbacks/payment`,
      redirectUrl: `http://127.0.0.1:${RECEIVER_PORT}${THANKS_PATH}`,
    },
  },
};
