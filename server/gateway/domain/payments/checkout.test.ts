import { expect, test, vi } from "vitest";
import { dueQueues } from "../../testing/dispatch.ts";
import { openTestGateway } from "../../testing/open-gateway.ts";
import { placeHosted } from "../../testing/orders.ts";
import { cancelCheckout, type Means, openCheckout, payCheckout } from "./checkout.ts";
import type { SourceOfFunds } from "../bank/bank.ts";
import { audit } from "../history/audit.ts";
import { InvalidInputError, StateForbidsError } from "../errors.ts";
import { ASK_PAUSE_MS } from "../bank/questions.ts";
import { findSavedCard } from "../cards/saved-cards.ts";
import { decideTransaction } from "./payments.ts";
import { PAYABLE_MS } from "./transaction.ts";

const caller = { partnerCode: "P1" };
const card = { cardNumber: "4111111111111111", cardExpiry: "12/30" };
async function open() {
  const gateway = await openTestGateway();
  const partner = await gateway.addPartner("P1");
  const place = async (changes: Parameters<typeof placeHosted>[3] = {}) =>
    (await placeHosted(gateway, partner, "o-1", { bankCode: "BANK01", ...changes })).id;
  /** The contents of the merchant's notifications. */
  const notified = async (): Promise<unknown[]> => {
    const { deliveries } = gateway.store;
    const at = { gateway: gateway.clock.now(), machine: 0 };
    const leased = await deliveries.lease(await dueQueues(gateway, at), at, {
      id: "lease",
      until: 1,
    });
    return leased.map(({ content }): unknown => JSON.parse(content));
  };
  return { gateway, place, notified };
}

test("a card that cannot be saved is refused before it is charged", async () => {
  const { gateway, place } = await open();
  const decide = vi.fn(() => Promise.resolve("success" as const));
  const register = () => Promise.resolve("of a bank that takes every card");
  const bank = { ...gateway.bank, register, decide };
  const id = await place({ action: "PAY_WITH_RETURN_TOKEN" });
  const unknown = { ...card, cardNumber: "6011000000000004" };
  await expect(payCheckout({ ...gateway, bank }, id, unknown)).rejects.toThrow("cardNumber");
  expect(decide).not.toHaveBeenCalled();
  expect((await openCheckout(gateway, id)).transaction.status).toBe("pending");
});

test("the bank registers the card once, before it decides about the payment", async () => {
  const { gateway, place, notified } = await open();
  const { bank } = gateway;
  const asked: string[] = [];
  const watched: typeof bank = {
    ...bank,
    register: (source) => {
      asked.push("register");
      return bank.register(source);
    },
    decide: (payment) => {
      asked.push("decide");
      return bank.decide(payment);
    },
  };
  const id = await place({ action: "PAY_WITH_RETURN_TOKEN" });
  await payCheckout({ ...gateway, bank: watched }, id, card);
  expect(asked).toEqual(["register", "decide"]);
  expect((await notified())[0]).toHaveProperty("token");
});

test.each([
  ["the bank decides later", () => Promise.resolve("pending" as const)],
  ["the process ends while it asks the bank", () => Promise.reject(new Error("ended"))],
])("the card is saved also if %s", async (_name, decide) => {
  const { gateway, place, notified } = await open();
  const id = await place({ action: "PAY_WITH_RETURN_TOKEN" });
  const unsure = { ...gateway, bank: { ...gateway.bank, decide } };
  await payCheckout(unsure, id, { ...card, cardExpiry: "1230" }).catch(() => undefined);
  expect((await openCheckout(unsure, id)).transaction.status).toBe("processing");
  gateway.advance(ASK_PAUSE_MS);
  expect((await openCheckout(gateway, id)).transaction.status).toBe("success");
  const notices = await notified();
  expect(notices).toHaveLength(1);
  const { token } = notices[0] as { token: string };
  expect(await findSavedCard(gateway, caller, token)).toMatchObject({
    number: "411111xxxxxx1111",
    expirationMonth: "12",
    expirationYear: "30",
  });
});

test("the card is saved also if the sandbox decides the payment", async () => {
  const { gateway, place, notified } = await open();
  const id = await place({ action: "PAY_WITH_RETURN_TOKEN" });
  const gone = { ...gateway.bank, decide: () => Promise.reject(new Error("ended")) };
  await expect(payCheckout({ ...gateway, bank: gone }, id, card)).rejects.toThrow("ended");
  await decideTransaction(gateway, caller, id, "success");
  expect((await notified())[0]).toHaveProperty("token");
});

test("ten cards can be tried for an order, then the order ends", async () => {
  const { gateway, place } = await open();
  const id = await place();
  const register = vi.fn((source: SourceOfFunds) => gateway.bank.register(source));
  const watched = { ...gateway, bank: { ...gateway.bank, register } };
  const untaken = { cardNumber: "4539148803436467" };
  for (let tried = 1; tried <= 10; tried += 1)
    await expect(payCheckout(watched, id, untaken)).rejects.toThrow(InvalidInputError);
  expect((await openCheckout(gateway, id)).transaction.status).toBe("pending");
  for (const means of [untaken, card])
    await expect(payCheckout(watched, id, means)).rejects.toThrow();
  expect(register).toHaveBeenCalledTimes(10);
  const { transaction } = await openCheckout(gateway, id);
  expect(transaction).toMatchObject({ status: "error", failure: "declined" });
  expect((await audit(gateway)).findings).toEqual([]);
});

test("no card is registered for an order that can no longer be paid", async () => {
  const { gateway, place } = await open();
  const id = await place();
  await cancelCheckout(gateway, id);
  const register = vi.fn((source: SourceOfFunds) => gateway.bank.register(source));
  const watched = { ...gateway, bank: { ...gateway.bank, register } };
  await expect(payCheckout(watched, id, card)).rejects.toThrow(StateForbidsError);
  expect(register).not.toHaveBeenCalled();
});

test("page views ask the bank one at a time, with a pause in between", async () => {
  const { gateway, place } = await open();
  const id = await place();
  const responses: ((response: "pending") => void)[] = [];
  const decide = () =>
    new Promise<"pending">((resolve) => {
      responses.push(resolve);
    });
  const unsure = { ...gateway, bank: { ...gateway.bank, decide } };
  const look = async () => (await openCheckout(unsure, id)).transaction.status;
  const paying = payCheckout(unsure, id, card);
  await expect.poll(() => responses.length).toBe(1);
  const views = await Promise.all(Array.from({ length: 300 }, look));
  expect(new Set(views)).toEqual(new Set(["processing"]));
  responses[0]?.("pending");
  await paying;
  gateway.advance(ASK_PAUSE_MS - 1);
  expect(await look()).toBe("processing");
  expect(responses).toHaveLength(1);

  gateway.advance(1);
  const asking = Array.from({ length: 300 }, look);
  await expect.poll(() => responses.length).toBe(2);
  responses[1]?.("pending");
  await Promise.all(asking);
  expect(responses).toHaveLength(2);
});

test("an order that expires while the bank registers the card is not paid", async () => {
  const { gateway, place } = await open();
  const id = await place();
  const bank: typeof gateway.bank = {
    ...gateway.bank,
    register(source) {
      gateway.advance(PAYABLE_MS);
      return gateway.bank.register(source);
    },
  };
  await expect(payCheckout({ ...gateway, bank }, id, card)).rejects.toThrow(StateForbidsError);
  expect((await openCheckout(gateway, id)).transaction).toMatchObject({ failure: "expired" });
});

test("an invalid expiry is refused, and nothing is paid", async () => {
  const { gateway, place } = await open();
  const id = await place({ action: "PAY_WITH_RETURN_TOKEN" });
  for (const cardExpiry of ["", "13/30", "00/30", "1/30", "12/2030"]) {
    const means: Means = { ...card, cardExpiry };
    await expect(payCheckout(gateway, id, means), cardExpiry).rejects.toThrow("cardExpiry");
  }
  expect((await openCheckout(gateway, id)).transaction.status).toBe("pending");
});

test("an order that is paid while its cancellation waits for the database is not cancelled", async () => {
  const { gateway, place } = await open();
  const id = await place();
  const atomically: typeof gateway.store.atomically = async (work) => {
    await payCheckout(gateway, id, card);
    return gateway.store.atomically(work);
  };
  const waiting = { ...gateway, store: { ...gateway.store, atomically } };
  await expect(cancelCheckout(waiting, id)).rejects.toThrow(StateForbidsError);
  expect((await openCheckout(gateway, id)).transaction.status).toBe("success");
});
