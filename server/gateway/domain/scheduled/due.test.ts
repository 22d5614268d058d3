import { describe, expect, test } from "vitest";
import { openTestGateway } from "../../testing/open-gateway.ts";
import { goodAccount, placeDirect, placeHosted } from "../../testing/orders.ts";
import { audit } from "../history/audit.ts";
import type { BankPayment } from "../bank/bank.ts";
import { captureAuthorization, createAuthorization } from "../authorizations/authorizations.ts";
import { doDueWork } from "./due.ts";
import { decideTransaction, listOwnTransactions } from "../payments/payments.ts";
import { requestReversal } from "../reversals/reversals.ts";
import type { Store } from "../store.ts";
import { PAYABLE_MS, type Transaction } from "../payments/transaction.ts";
import { findTransaction, moveTransaction } from "../payments/transactions.ts";

const sevenDaysMs = 604_800_000;
const fiveMinutesMs = 300_000;
const caller = { partnerCode: "P1" };

async function open() {
  const gateway = await openTestGateway();
  const partner = await gateway.addPartner("P1");
  const authorize = () =>
    createAuthorization(gateway, caller, { merchantRefId: "m", amount: 1000 });
  return {
    gateway,
    authorize,
    place: (orderId: string) => placeHosted(gateway, partner, orderId, { bankCode: "BANK01" }),
    placeDirect: (orderId: string) =>
      placeDirect(gateway, partner, orderId, { source: goodAccount }),
  };
}

test("an authorization lapses exactly seven days after it was made", async () => {
  const { gateway, authorize } = await open();
  const first = await authorize();
  gateway.advance(1);
  const last = await authorize();
  gateway.advance(sevenDaysMs - 2);
  expect(await doDueWork(gateway)).toBe(0);
  gateway.advance(1);
  expect(await doDueWork(gateway)).toBe(1);
  // Although it is noticed late, the authorization lapses at its deadline.
  gateway.advance(60_000);
  expect(await doDueWork(gateway)).toBe(1);
  for (const { id, authorizedAt } of [first, last]) {
    const history = await gateway.store.history.of("authorization", [id]);
    expect(history.at(-1)).toMatchObject({ event: "lapse", at: authorizedAt + sevenDaysMs });
  }
  expect((await audit(gateway)).findings).toEqual([]);
});

describe("a deadline takes effect before the ticker notices it", () => {
  test.each(["capture", "reverse"] as const)(
    "%s is refused if the deadline passes while the request waits for the database",
    async (event) => {
      const { gateway, authorize } = await open();
      const { id: authorizationId } = await authorize();
      gateway.advance(sevenDaysMs - 1);
      const { store } = gateway;
      const waiting = {
        ...gateway,
        store: {
          ...store,
          atomically: async <Result>(work: (inside: Store) => Promise<Result>) => {
            gateway.advance(1);
            return store.atomically(work);
          },
        },
      };
      const request = { authorizationId, merchantRefId: "r" };
      await expect(
        event === "capture"
          ? captureAuthorization(waiting, caller, authorizationId)
          : requestReversal(waiting, caller, request),
      ).rejects.toThrow("older than seven days");
    },
  );
});

test("a list shows a payment as expired from its deadline on, and writes nothing", async () => {
  const { gateway, place, placeDirect } = await open();
  const hosted = await place("o-1");
  const { transaction: direct } = await placeDirect("o-2");
  const idsBy = async (status?: Transaction["status"]) => {
    const filter = { ...caller, limit: 50, page: 1, status };
    const { transactions, total } = await listOwnTransactions(gateway, filter);
    expect(total).toBe(transactions.length);
    return transactions.map(({ id }) => id);
  };
  gateway.advance(fiveMinutesMs - 1);
  expect(await idsBy("error")).toEqual([]);
  gateway.advance(1);
  expect(await idsBy("error")).toEqual([direct.id]);
  expect(await idsBy("pending")).toEqual([hosted.id]);
  gateway.advance(PAYABLE_MS - fiveMinutesMs);
  expect(await idsBy("error")).toEqual([direct.id, hosted.id]);
  expect(await idsBy("pending")).toEqual([]);
  const { transactions } = await listOwnTransactions(gateway, { ...caller, limit: 50, page: 1 });
  const stored = await gateway.store.transactions.get(direct.id);
  expect(stored?.status).toBe("pending");

  await doDueWork(gateway);
  expect(
    (await listOwnTransactions(gateway, { ...caller, limit: 50, page: 1 })).transactions,
  ).toEqual(transactions);
  expect(await idsBy("error")).toEqual([direct.id, hosted.id]);
});

test("a verification expires although its payment is already final", async () => {
  const { gateway, placeDirect } = await open();
  const { transaction, verification } = await placeDirect("o-1");
  await decideTransaction(gateway, caller, transaction.id, "success");
  gateway.advance(fiveMinutesMs);
  expect(await doDueWork(gateway)).toBe(1);
  expect(await doDueWork(gateway)).toBe(0);
  const ended = await gateway.store.verifications.get(verification.id);
  expect(ended?.status).toBe("EXPIRED");
  const found = await findTransaction(gateway, caller, transaction.id);
  expect(found.status).toBe("success");
});

test.each([
  ["does not decide yet", () => Promise.resolve("pending" as const)],
  ["throws", () => Promise.reject(new Error("down"))],
])(
  "while the bank %s, payments stay processing, and the bank is asked about each once a minute",
  async (_name, decide) => {
    const { gateway, place } = await open();
    const asked: string[] = [];
    const watched = ({ transactionId }: BankPayment) => {
      asked.push(transactionId);
      return decide();
    };
    const unsure = { ...gateway, bank: { ...gateway.bank, decide: watched } };
    const ids: string[] = [];
    // More than one batch.
    for (let at = 0; at < 101; at += 1) {
      const placed = await place(`o-${at}`);
      await gateway.store.atomically((store) =>
        moveTransaction({ ...gateway, store }, placed, "start"),
      );
      ids.push(placed.id);
    }
    const doAllDueWork = async () => {
      // An error ends one round. The worker would begin another.
      for (let round = 0; round < 3; round += 1) await doDueWork(unsure).catch(() => undefined);
    };
    gateway.advance(60_000);
    await doAllDueWork();
    expect(asked.sort()).toEqual(ids);
    gateway.advance(59_999);
    await doAllDueWork();
    expect(asked).toHaveLength(101);
    const found = await findTransaction(gateway, caller, ids[0] ?? "");
    expect(found.status).toBe("processing");

    gateway.advance(1);
    expect(await doDueWork(gateway)).toBe(101);
    expect((await findTransaction(gateway, caller, ids[0] ?? "")).status).toBe("success");
  },
);
