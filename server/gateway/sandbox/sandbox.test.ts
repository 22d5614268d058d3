import { expect, onTestFinished, test } from "vitest";
import { operations } from "../../../generated/sandbox/operations.js";
import { systemClock } from "../system-effects.ts";
import { createPartner } from "../domain/partners/partners.ts";
import { issueJwt } from "../security/jwt.ts";
import type { Settings } from "../settings.ts";
import { startGateway } from "../start.ts";
import { inProduction, testSettings } from "../testing/open-gateway.ts";
import { directBody } from "../testing/order-bodies.ts";

async function serve(further: Partial<Settings> = {}) {
  const settings = await testSettings(further);
  const { url, gateway, close } = await startGateway(settings);
  onTestFinished(close);
  const { secret } = await createPartner(gateway, "P1", { ownerType: false });
  const jwt = await issueJwt("P1", secret, systemClock.now());
  const call = (
    method: string,
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ) =>
    fetch(url + path, {
      method,
      headers: {
        "X-SERVICE-AUTH": jwt,
        "Content-Type": "application/json",
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
    });
  const list = () => {
    const filter = { partnerCode: "P1", limit: 50, page: 1 };
    return gateway.store.transactions.list(filter);
  };
  return { call, list };
}

function payment(cardNumber: string, amount = 150_000) {
  return directBody("o-1", { transaction: { amount }, card: { cardNumber } });
}

const directPath = "/api/v2/orders/create-payment";

test("no operation of the sandbox is there in production", async () => {
  const { call } = await serve(inProduction);
  for (const { id, method, path } of Object.values(operations)) {
    const real = path.replace(/\{\w+\}/g, "x");
    const body = method.toUpperCase() === "GET" ? undefined : {};
    expect((await call(method.toUpperCase(), real, body)).status, id).toBe(404);
  }
});

test.each([
  ["an ordinary request", {}, 150_000],
  ["one for an unknown sub account", { "X-Account-Ref-ID": "none" }, 150_000],
  ["one with an amount out of bounds", {}, 1],
])(
  "a card that is no test card is code 1 in %s, and leaves no trace",
  async (_name, headers, amount) => {
    const { call, list } = await serve();
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
])("%s: the client hears nothing, and %d orders are kept", async (scenario, kept) => {
  const { call, list } = await serve();
  const headers = { "X-Sandbox-Scenario": scenario };
  const body = payment("4111111111111111");
  await expect(call("POST", directPath, body, headers)).rejects.toThrow("fetch failed");
  expect((await list()).total).toBe(kept);
  const again = await call("POST", directPath, body);
  expect(again.status).toBe(kept === 0 ? 200 : 409);
});
