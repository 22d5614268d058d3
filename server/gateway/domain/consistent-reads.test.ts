import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { dueQueues, openDispatch, url } from "../testing/dispatch.ts";
import { openTestGateway } from "../testing/open-gateway.ts";
import { placeHosted } from "../testing/orders.ts";
import { listDeliveries, sendCustomEvent } from "./outbox/deliveries.ts";
import { changePartner, readPartnerRecord } from "./partners/partners.ts";
import type { Partner } from "./partners/partner.ts";
import { listOwnTransactions, readTerms } from "./payments/payments.ts";

const CHANGES = 40;
const page = { partnerCode: "P1", limit: 50, page: 1 };

/** Reads repeatedly until all changes are made, and returns everything that was read. */
async function readMeanwhile<Read>(
  read: () => Promise<Read>,
  change: (number: number) => Promise<unknown>,
): Promise<Read[]> {
  const state = { isChanging: true };
  const changes = changeAll(change).finally(() => {
    state.isChanging = false;
  });
  const all: Read[] = [];
  while (state.isChanging) {
    all.push(await read());
    // A read of SQLite never leaves the turn of the event loop.
    await setImmediate();
  }
  await changes;
  return all;
}

async function changeAll(change: (number: number) => Promise<unknown>): Promise<void> {
  for (let number = 1; number <= CHANGES; number += 1) await change(number);
}

test("a delivery is listed with exactly the attempts that led to its state", async () => {
  const { gateway, enqueueMany } = await openDispatch(() => 204);
  await enqueueMany(1);
  const { store } = gateway;
  const at = { gateway: Number.MAX_SAFE_INTEGER, machine: 1 };
  const listed = await readMeanwhile(
    () => listDeliveries(gateway, page),
    async (number) => {
      const due = await dueQueues(gateway, at);
      const leased = await store.deliveries.lease(due, at, { id: "lease", until: 2 });
      const result = { status: "pending", tries: number, dueAt: number } as const;
      const attempt = { at: number, outcome: "refused" } as const;
      for (const { id } of leased)
        await store.atomically(({ deliveries }) =>
          deliveries.endLease(id, "lease", { ...result, attempt }),
        );
    },
  );
  const tried = listed
    .flatMap(({ deliveries }) => deliveries)
    .filter((delivery) => delivery.attempts.length);
  expect(tried.length).toBeGreaterThan(1);
  expect(tried.map(({ dueAt }) => dueAt)).toEqual(
    tried.map((attempt) => attempt.attempts.at(-1)?.at),
  );
});

test("a new event is returned as pending even if it is delivered at once", async () => {
  const { gateway, dispatch } = await openDispatch(() => 204);
  const transaction = await placeHosted(gateway, await gateway.addPartner("P2"), "o-1");
  const content = gateway.events.payment({ ...transaction, status: "success" });
  const { deliveries } = gateway.store;
  const add: typeof deliveries.add = (notice) => deliveries.add(notice).then(dispatch);
  const store = { ...gateway.store, deliveries: { ...deliveries, add } };
  const event = { kind: "order.payment", partnerCode: "P1", url, content } as const;
  expect(await sendCustomEvent({ ...gateway, store }, event)).toMatchObject({
    status: "pending",
    attempts: [],
  });
});

test("the total of a list and its transactions are read at one moment", async () => {
  const gateway = await openTestGateway();
  const partner = await gateway.addPartner("P1");
  const listed = await readMeanwhile(
    () => listOwnTransactions(gateway, page),
    (number) => placeHosted(gateway, partner, `o-${number}`),
  );
  const counted = listed.map(({ transactions }) => transactions.length);
  expect(listed.map(({ total }) => total)).toEqual(counted);
  expect(new Set(counted).size).toBeGreaterThan(2);
});

test("a partner, its sub accounts and its terms are each read at one moment", async () => {
  const gateway = await openTestGateway();
  await gateway.addPartner("P1", granted(0));
  const read = await readMeanwhile(
    async () => ({
      ...(await readPartnerRecord(gateway, "P1")),
      terms: await readTerms(gateway, "P1", "1"),
    }),
    (number) => changePartner(gateway, "P1", granted(number % 2)),
  );
  const numbers = read.map(({ subAccounts, partner }) => [...numbersOf(partner), ...subAccounts]);
  const ofTerms = read.map(({ terms: { partner, ownsSubAccount } }) => [
    ...numbersOf(partner),
    ownsSubAccount ? "1" : "0",
  ]);
  for (const item of [numbers, ofTerms]) {
    expect(item.filter((entry) => new Set(entry).size !== 1)).toEqual([]);
    expect(new Set(item.flat())).toEqual(new Set(["0", "1"]));
  }
});

function granted(number: number) {
  return { bankCodes: [`${number}`], subAccounts: [`${number}`], customerFees: { CC: number } };
}

function numbersOf({ bankCodes, customerFees }: Partner) {
  return [...bankCodes, String(customerFees["CC"])];
}
