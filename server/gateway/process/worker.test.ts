import { expect, test } from "vitest";
import type { BankPayment } from "../domain/bank/bank.ts";
import { PAYABLE_MS } from "../domain/payments/transaction.ts";
import { moveTransaction } from "../domain/payments/transactions.ts";
import { openTestGateway } from "../testing/open-gateway.ts";
import { placeHosted } from "../testing/orders.ts";
import { startWorker } from "./worker.ts";

const noDispatcher = {
  dispatch: () => Promise.resolve(),
  idle: () => Promise.resolve(),
  stop: () => Promise.resolve(),
};

const never = () => new Promise<never>(() => undefined);

test("a bank that hangs delays neither other banks nor expiry nor the stop", async () => {
  const gateway = await openTestGateway();
  const partner = await gateway.addPartner("P1");
  let orders = 0;
  const place = (bankCode: string) => placeHosted(gateway, partner, `o-${++orders}`, { bankCode });
  const pay = async (bankCode: string) => {
    const placed = await place(bankCode);
    return gateway.store.atomically((store) =>
      moveTransaction({ ...gateway, store }, placed, "start"),
    );
  };
  // More than are looked up at once.
  for (let at = 0; at < 101; at += 1) await pay("BANK02");
  const decided = await pay("BANK01");
  const expired = await place("BANK01");
  gateway.advance(PAYABLE_MS);

  let hanging = 0;
  const decide = ({ bankCode }: BankPayment) => {
    if (bankCode === "BANK01") return Promise.resolve("success" as const);
    hanging += 1;
    return never();
  };
  const worker = startWorker({
    gateway: { ...gateway, bank: { ...gateway.bank, decide } },
    dispatcher: noDispatcher,
    followClock: () => Promise.resolve(),
    retentionMs: Infinity,
    onError: () => undefined,
  });
  const statusOf = async ({ id }: { id: string }) =>
    (await gateway.store.transactions.get(id))?.status;
  await expect.poll(() => statusOf(expired)).toBe("error");
  await expect.poll(() => statusOf(decided)).toBe("success");
  await expect.poll(() => hanging).toBe(50);
  expect(await worker.stop(10)).toBe(false);
});

test("wake starts the dispatcher before its interval has passed", async () => {
  const gateway = await openTestGateway();
  let dispatched = 0;
  const dispatch = () => {
    dispatched += 1;
    return Promise.resolve();
  };
  const worker = startWorker({
    gateway,
    dispatcher: { ...noDispatcher, dispatch },
    followClock: () => Promise.resolve(),
    retentionMs: Infinity,
    dispatchEveryMs: 3_600_000,
    onError: () => undefined,
  });
  await expect.poll(() => dispatched).toBe(1);
  worker.wake();
  await expect.poll(() => dispatched).toBe(2);
  await worker.stop(1000);
});
