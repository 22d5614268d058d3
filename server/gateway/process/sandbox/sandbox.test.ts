import { expect, test } from "vitest";
import { operations } from "../../../../generated/sandbox/operations.js";
import { listOwnTransactions } from "../../domain/payments/payments.ts";
import { inProduction } from "../../testing/open-gateway.ts";
import { directBody } from "../../testing/order-bodies.ts";
import { serve } from "../../testing/serve.ts";

async function open() {
  const { gateway, call } = await serve();
  const list = () => listOwnTransactions(gateway, { partnerCode: "P1", limit: 50, page: 1 });
  return { call, list };
}

function payment(cardNumber: string, amount = 150_000) {
  return directBody("o-1", { transaction: { amount }, card: { cardNumber } });
}

const directPath = "/api/v2/orders/create-payment";

test("production has no operation of the sandbox", async () => {
  const { call } = await serve(inProduction);
  for (const { id, method, path } of Object.values(operations)) {
    const real = path.replace(/\{\w+\}/g, "x");
    const body = method.toUpperCase() === "GET" ? undefined : {};
    expect((await call(method.toUpperCase(), real, body)).status, id).toBe(404);
  }
});

test.each([
  ["an ordinary request", {}, 150_000],
  ["a request for an unknown sub account", { "X-Account-Ref-ID": "none" }, 150_000],
  ["a request with an amount out of bounds", {}, 1],
])(
  "a card that is not a test card is code 1 in %s, and is not stored",
  async (_name, headers, amount) => {
    const { call, list } = await open();
    const body = payment("4539148803436467", amount);
    const refused = await call("POST", directPath, body, headers);
    const text = await refused.text();
    expect(refused.status).toBe(400);
    expect(JSON.parse(text)).toMatchObject({
      errorCode: 1,
      errors: [{ field: "sourceOfFunds.card.cardNumber" }],
    });
    expect(text).not.toContain("4539148803436467");
    expect((await list()).total).toBe(0);
  },
);

test.each([
  ["drop-before", 0],
  ["drop-after", 1],
])("%s closes the connection, and %d orders are stored", async (scenario, kept) => {
  const { call, list } = await open();
  const headers = { "X-Sandbox-Scenario": scenario };
  const body = payment("4111111111111111");
  await expect(call("POST", directPath, body, headers)).rejects.toThrow("fetch failed");
  expect((await list()).total).toBe(kept);
  const again = await call("POST", directPath, body);
  expect(again.status).toBe(kept === 0 ? 200 : 409);
});

test("delay:<ms> delays the response", async () => {
  const { call } = await open();
  const began = performance.now();
  const headers = { "X-Sandbox-Scenario": "delay:120" };
  expect((await call("POST", directPath, payment("4111111111111111"), headers)).status).toBe(200);
  expect(performance.now() - began).toBeGreaterThanOrEqual(115);
});
