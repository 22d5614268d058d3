import { existsSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { expect, onTestFinished, test } from "vitest";
import { hostedBody } from "../../testing/order-bodies.ts";
import { startSandbox, type SandboxOptions } from "./start-sandbox.ts";

async function open(options?: SandboxOptions) {
  const sandbox = await startSandbox(options);
  onTestFinished(sandbox.stop);
  const call = async (method: string, path: string, body?: unknown, token = sandbox.token) => {
    const response = await fetch(sandbox.url + path, {
      method,
      headers: { "X-SERVICE-AUTH": token, "Content-Type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as Placed };
  };
  const notificationConfig = { notifyUrl: sandbox.callbacks.inbox };
  const place = async (id: string, transaction: object = { paymentMethod: "CC" }, token?: string) =>
    call(
      "POST",
      "/api/v2/orders/payment",
      hostedBody(id, { transaction: { ...transaction }, notificationConfig }),
      token,
    );
  return { sandbox, call, place };
}

interface Placed {
  readonly transaction: { readonly transactionId: string };
  readonly payment: { readonly url: string };
  readonly pagination?: { readonly total: number };
}

const isPayment = ({ event }: { readonly event: string }) => event === "order.payment";

test.each(["CC", "ATM", "VA"])(
  "a test pays an order by %s and gets its callback",
  async (paymentMethod) => {
    const { sandbox, place } = await open();
    const { body } = await place("A-1", { paymentMethod });
    const sent = sandbox.callbacks.waitFor(isPayment);
    await sandbox.pay(body.payment.url);
    expect(await sent).toMatchObject({
      event: "order.payment",
      data: { transaction: { status: "success" }, partnerReference: { order: { id: "A-1" } } },
    });
    await expect.poll(() => sandbox.callbacks.list()).toMatchObject([{ status: 204 }]);
  },
);

test.each<[string, SandboxOptions, string]>([
  ["a port", { port: 70_000 }, "port must be"],
  ["a folder", { data: "/dev/null" }, "Check data"],
  ["a database", { data: "/tmp", postgres: "postgres://127.0.0.1:1/a" }, "Check postgres"],
])("a wrong option is named: %s", async (_, options, message) => {
  await expect(startSandbox(options)).rejects.toThrow(message);
});

test("advancing the clock expires an order at once", async () => {
  const { sandbox, place } = await open();
  await place("A-1");
  const before = sandbox.clock.now().getTime();
  await sandbox.clock.advance({ minutes: 14, seconds: 60 });
  expect(sandbox.clock.now().getTime() - before).toBeGreaterThanOrEqual(15 * 60_000);
  expect(await sandbox.callbacks.waitFor(isPayment)).toMatchObject({
    data: { transaction: { status: "error", errorCode: 408 } },
  });
  await sandbox.clock.reset();
  expect(Math.abs(sandbox.clock.now().getTime() - Date.now())).toBeLessThan(10_000);
});

test("a reset forgets orders, callbacks and the position of the clock", async () => {
  const { sandbox, call, place } = await open();
  await sandbox.pay((await place("A-1")).body.payment.url);
  await sandbox.callbacks.waitFor(isPayment);
  await sandbox.clock.advance({ days: 1 });
  await sandbox.reset();
  expect(sandbox.callbacks.list()).toEqual([]);
  expect(Math.abs(sandbox.clock.now().getTime() - Date.now())).toBeLessThan(10_000);
  const list = await call("GET", "/api/v2/orders/transactions");
  expect(list.body.pagination?.total).toBe(0);
  expect((await place("A-1")).status).toBe(200);
});

const seed = {
  bankCodes: ["NORTH"],
  cards: [{ number: "4000000000009995", decision: "insufficient-funds" }],
  partners: [{ code: "SHOP", secret: "s".repeat(32), customerFees: { CC: 3300 } }],
} as const;

test("the partners, banks and cards of a seed exist beside the usual ones", async () => {
  const { sandbox, call, place } = await open({ seed });
  const shop = await sandbox.credentials("SHOP");
  expect(shop.secret).toBe("s".repeat(32));
  for (const token of [shop.token, sandbox.token])
    expect(await call("GET", "/sandbox/partner", undefined, token)).toMatchObject({
      body: { bankCodes: ["NORTH"] },
    });
  const { body } = await place("A-1", { paymentMethod: "CC" }, shop.token);
  const page = await (await fetch(body.payment.url)).text();
  for (const { number } of seed.cards) expect(page).toContain(number);
  await sandbox.pay(body.payment.url, { cardNumber: "4000 0000 0000 9995" });
  expect(await sandbox.callbacks.waitFor(isPayment)).toMatchObject({
    data: { transaction: { status: "error" } },
  });
  await sandbox.pay((await place("A-2")).body.payment.url, { cardNumber: "4111111111111111" });
});

test("a callback that does not come is reported with those that came", async () => {
  const { sandbox, place } = await open();
  await sandbox.pay((await place("A-1")).body.payment.url);
  await expect.poll(() => sandbox.callbacks.list()).toHaveLength(1);
  const missing = sandbox.callbacks.waitFor(({ status }) => status === 500, { timeoutMs: 50 });
  await expect(missing).rejects.toThrow("within 50 ms. Sent: order.payment (204).");
});

test.each([
  [{ postgres: "postgres://127.0.0.1/a" }, "postgres needs data"],
  [{ seed: { partners: [{ code: "" }] } }, "partners[0].code must be"],
])("with %j it does not start and leaves nothing behind", async (options, message) => {
  const before = ownFolders();
  await expect(startSandbox(options)).rejects.toThrow(message);
  expect(ownFolders()).toEqual(before);
});

test("it leaves nothing behind when it is stopped", async () => {
  const before = ownFolders();
  const { url, stop } = await startSandbox();
  expect(ownFolders()).toHaveLength(before.length + 1);
  await Promise.all([stop(), stop()]);
  await expect(fetch(url)).rejects.toThrow();
  expect(ownFolders()).toEqual(before);
});

function ownFolders(): string[] {
  return existsSync(tmpdir())
    ? readdirSync(tmpdir()).filter((name) => name.startsWith("payment-gateway-sandbox-"))
    : [];
}
