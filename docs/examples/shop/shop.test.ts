import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { startSandbox } from "payment-gateway-sandbox";
import { afterAll, afterEach, expect, test } from "vitest";
import { createShop } from "./shop.ts";

const sandbox = await startSandbox();
const { url: gatewayUrl, token, secret } = sandbox;
let shopUrl = "";
const shop = createShop({ gatewayUrl, token: () => token, secret, shopUrl: () => shopUrl });
const server = shop.listen(0, "127.0.0.1");
await once(server, "listening");
shopUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

afterEach(sandbox.reset);
afterAll(async () => {
  server.close();
  await sandbox.stop();
});

/** Presses the button and returns the page on which the customer pays. */
async function buy(): Promise<string> {
  const { headers } = await fetch(`${shopUrl}/buy`, { method: "POST", redirect: "manual" });
  return headers.get("location") ?? "";
}

/** What the shop says of the order of the first callback, after it has received it. */
async function stateOfOrder(): Promise<string> {
  const { event, data } = await sandbox.callbacks.waitFor(({ status }) => status === 204);
  if (event !== "order.payment") throw new Error(`${event} was not expected.`);
  return (await fetch(`${shopUrl}/orders/${data.partnerReference.order.id}`)).text();
}

test("a paid order is marked as paid", async () => {
  await sandbox.pay(await buy());
  expect(await stateOfOrder()).toBe("Your order is success.");
});

test("an order with a refused card is marked as failed", async () => {
  await sandbox.pay(await buy(), { cardNumber: "4000000000005001" });
  expect(await stateOfOrder()).toBe("Your order is error.");
});

test("an order that nobody pays ends after 15 minutes", async () => {
  await buy();
  await sandbox.clock.advance({ minutes: 15 });
  expect(await stateOfOrder()).toBe("Your order is error.");
});

test("a callback with a wrong signature is refused", async () => {
  const forged = await fetch(`${shopUrl}/callbacks`, { method: "POST", body: "{}" });
  expect(forged.status).toBe(401);
});
