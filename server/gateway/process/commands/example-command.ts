import { systemClock } from "../../platform/system-effects.ts";
import type { Gateway } from "../../domain/dependencies.ts";
import { DEMO_PARTNER_CODE } from "../../domain/partners/partners.ts";
import { issueJwt } from "../../http/authentication/jwt.ts";

/** The addresses of the shop in the example. */
export interface ExampleShop {
  readonly notifyUrl: string;
  readonly redirectUrl: string;
}

/** A shell command that makes a new order as the demo partner; undefined without that partner. */
export async function exampleCommand(
  { store }: Gateway,
  url: string,
  shop: ExampleShop,
): Promise<string | undefined> {
  const demo = await store.partners.find(DEMO_PARTNER_CODE);
  if (demo === undefined) return undefined;
  const jwt = await issueJwt(DEMO_PARTNER_CODE, demo.secret, systemClock.now());
  // The shell makes a new order code each time.
  const body = JSON.stringify(orderOf(shop)).replace(ORDER_CODE, `demo-'$(date +%s%N)'`);
  return [
    `curl -sS -w '\\n' ${url}/api/v2/orders/payment`,
    `-H 'X-SERVICE-AUTH: Bearer ${jwt}'`,
    "-H 'Content-Type: application/json'",
    "-H 'X-Language: en'",
    `-d '${body}'`,
  ].join(" ");
}

/** The default port of `npm run receive`. */
export const RECEIVER_PORT = 4000;

/** Path of the receiver's page to which customers return. */
export const THANKS_PATH = "/thanks";

const ORDER_CODE = "ORDER_CODE";

/** The shop of `npm run receive`. */
export const receivingShop: ExampleShop = {
  notifyUrl: `http://127.0.0.1:${RECEIVER_PORT}/callbacks/payment`,
  redirectUrl: `http://127.0.0.1:${RECEIVER_PORT}${THANKS_PATH}`,
};

function orderOf(notificationConfig: ExampleShop) {
  return {
    transaction: {
      amount: 150_000,
      currency: "VND",
      paymentMethod: "CC",
      action: "PAY",
    },
    partnerReference: {
      order: { id: ORDER_CODE, info: "A first order" },
      notificationConfig,
    },
  };
}
