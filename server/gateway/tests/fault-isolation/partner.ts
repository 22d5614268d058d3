import { issueJwt } from "../../http/authentication/jwt.ts";
import type { GatewayProcess } from "../../testing/gateway-process.ts";
import { directBody, hostedBody, payableWith } from "../../testing/order-bodies.ts";
import { pressPay } from "../../testing/press-pay.ts";
import { type GatewayResponse, callGateway, textIn } from "../../testing/call-gateway.ts";

/** A partner of a gateway and its customers. */
export interface Partner {
  /** @throws Error when the response has another status */
  readonly ask: (
    status: number,
    ...request: Parameters<ReturnType<typeof callGateway>>
  ) => Promise<GatewayResponse>;
  /** Makes an order paid to a virtual account at a bank. */
  readonly order: (bankCode: string, notifyUrl: string) => Promise<Order>;
  /** Makes a direct payment from an account and returns the status of the response. */
  readonly payFrom: (accountNumber: string) => Promise<number>;
}

/** An order and the customer's actions on its page. */
export interface Order {
  readonly id: string;
  readonly view: () => Promise<number>;
  readonly pay: () => Promise<number>;
}

let orders = 0;

/** Makes a new partner on a sandbox. */
export async function makePartner({ url, token }: GatewayProcess): Promise<Partner> {
  const made = await callGateway(url, token)("POST", "/sandbox/partners", {});
  const code = textIn(made.body, "partnerCode");
  const call = callGateway(url, await issueJwt(code, textIn(made.body, "secret"), Date.now()));
  const ask: Partner["ask"] = async (status, ...request) => {
    const response = await call(...request);
    if (response.status !== status)
      throw new Error(
        `${request[0]} ${request[1]} answered ${response.status} instead of ${status}: ${JSON.stringify(response.body)}`,
      );
    return response;
  };
  return {
    ask,
    async order(bankCode, notifyUrl) {
      const body = hostedBody(`order-${(orders += 1)}`, payableWith(notifyUrl, bankCode));
      const placed = await ask(200, "POST", "/api/v2/orders/payment", body);
      const page = textIn(placed.body, "payment", "url");
      return {
        id: textIn(placed.body, "transaction", "transactionId"),
        view: async () => drained(await fetch(page)),
        pay: async () => drained(await pressPay(page)),
      };
    },
    async payFrom(accountNumber) {
      const { sourceOfFunds: _card, ...order } = Object(
        directBody(`order-${(orders += 1)}`, { transaction: { paymentMethod: "ATM" } }),
      ) as Record<string, unknown>;
      const account = {
        accountNumber,
        accountHolderName: "NGUYEN VAN A",
        identificationNumber: "012345678901",
      };
      const sourceOfFunds = { type: "account", account };
      const path = "/api/v2/orders/create-payment";
      return (await call("POST", path, { ...order, sourceOfFunds })).status;
    },
  };
}

async function drained(response: Response): Promise<number> {
  await response.arrayBuffer();
  return response.status;
}
