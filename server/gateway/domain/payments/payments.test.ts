import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openTestGateway } from "../../testing/open-gateway.ts";
import { goodAccount, placeDirect, placeHosted } from "../../testing/orders.ts";
import { BankNotPermitted, MethodNotPermitted, StateForbids } from "../errors.ts";
import { decideTransaction, listTransactions } from "./payments.ts";

const caller = { partnerCode: "P1" };
const page = { partnerCode: "P1", limit: 15, page: 1 };

async function open() {
  const gateway = await openTestGateway();
  const partner = await gateway.addPartner("P1");
  return { gateway, partner };
}

describe("placing an order", () => {
  test("stores it as it is answered", async () => {
    const { gateway, partner } = await open();
    const placed = await placeHosted(gateway, partner, "o-1");
    expect(placed).toMatchObject({
      status: "pending",
      orderAmount: 150_000,
      customerFee: 0,
      bankCode: "",
    });
    const stored = await gateway.store.transactions.find(caller, placed.id);
    expect(stored).toEqual(placed);
  });

  test("of 50 at once with one order code exactly one is taken", async () => {
    const { gateway, partner } = await open();
    const results = await Promise.allSettled(
      Array.from({ length: 50 }, (_, at) =>
        at % 2 === 0
          ? placeHosted(gateway, partner, "o-1")
          : placeDirect(gateway, partner, "o-1", { source: goodAccount }),
      ),
    );
    const taken = results.filter(({ status }) => status === "fulfilled");
    expect(taken).toHaveLength(1);
    expect((await listTransactions(gateway, page)).total).toBe(1);
  });

  test("permission comes before the order code", async () => {
    const { gateway, partner } = await open();
    await placeHosted(gateway, partner, "o-1");
    await expect(placeHosted(gateway, partner, "o-1", { paymentMethod: "MM" })).rejects.toThrow(
      MethodNotPermitted,
    );
    await expect(placeHosted(gateway, partner, "o-1", { bankCode: "BANK05" })).rejects.toThrow(
      BankNotPermitted,
    );
  });
});

describe("paying directly", () => {
  test("hands the bank what is known of a card, and keeps none of it", async () => {
    const { gateway, partner } = await open();
    const source = {
      type: "card",
      cardNumber: "4000000000001000",
      holderName: "TRAN THI THU HUONG",
      month: "11",
      year: "2031",
    } as const;
    const registered: unknown[] = [];
    const bank = {
      ...gateway.bank,
      register: (each: typeof source) => {
        registered.push(each);
        return Promise.resolve("reference");
      },
    };
    await placeDirect({ ...gateway, bank }, partner, "o-1", { source });
    expect(registered).toEqual([source]);
    for (const file of readdirSync(gateway.folder))
      expect(readFileSync(join(gateway.folder, file), "latin1")).not.toContain(source.holderName);
  });

  test("keeps of a card its face alone, nowhere its number", async () => {
    const { gateway, partner } = await open();
    const cardNumber = "4000000000001000";
    const { transaction } = await placeDirect(gateway, partner, "o-1", {
      source: { type: "card", cardNumber },
    });
    expect(transaction.card).toEqual({
      number: "400000xxxxxx1000",
      brand: "VISA",
    });
    for (const file of readdirSync(gateway.folder))
      expect(readFileSync(join(gateway.folder, file), "latin1")).not.toContain(cardNumber);
  });
});

describe("the bank's decision", () => {
  test.each([
    ["success", undefined],
    ["error", "declined"],
  ] as const)("%s is final", async (result, failure) => {
    const { gateway, partner } = await open();
    const { id } = await placeHosted(gateway, partner, "o-1");
    gateway.advance(5);
    const decided = await decideTransaction(gateway, caller, id, result);
    expect(decided).toMatchObject({ status: result, failure });
    expect(decided.updatedAt).toBe(decided.createdAt + 5);
    expect(await gateway.store.transactions.find(caller, id)).toEqual(decided);
    await expect(decideTransaction(gateway, caller, id, "success")).rejects.toThrow(StateForbids);
  });
});

describe("the list", () => {
  async function withOrders() {
    const { gateway, partner } = await open();
    for (let at = 0; at < 5; at++) {
      const paymentMethod = at % 2 === 0 ? "CC" : "VA";
      await placeHosted(gateway, partner, `o-${at}`, { paymentMethod });
      // Two in each millisecond, so that equal times occur.
      if (at % 2 === 1) gateway.advance(1);
    }
    return gateway;
  }
  const ids = (listed: { transactions: readonly { orderId: string }[] }) =>
    listed.transactions.map(({ orderId }) => orderId);

  test("is newest first and divides into pages", async () => {
    const gateway = await withOrders();
    const all = await listTransactions(gateway, page);
    expect(ids(all)).toEqual(["o-4", "o-3", "o-2", "o-1", "o-0"]);
    const pages = await Promise.all(
      [1, 2, 3, 4].map((number) => listTransactions(gateway, { ...page, limit: 2, page: number })),
    );
    expect(pages.map(({ total }) => total)).toEqual([5, 5, 5, 5]);
    expect(pages.flatMap(ids)).toEqual(ids(all));
  });

  test("keeps to the partner and its filters", async () => {
    const gateway = await withOrders();
    const first = gateway.clock.now() - 2;
    const list = async (filter: object) =>
      ids(await listTransactions(gateway, { ...page, ...filter }));
    expect(await list({ partnerCode: "P2" })).toEqual([]);
    expect(await list({ paymentMethod: "VA" })).toEqual(["o-3", "o-1"]);
    expect(await list({ status: "success" })).toEqual([]);
    expect(await list({ createdFrom: first + 1, createdTo: first + 1 })).toEqual(["o-3", "o-2"]);
  });
});
