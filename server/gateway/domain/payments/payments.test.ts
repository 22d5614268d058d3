import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openTestGateway } from "../../testing/open-gateway.ts";
import {
  BankNotPermitted,
  DuplicateOrder,
  InvalidInput,
  MethodNotPermitted,
  NotFound,
  StateForbids,
} from "../errors.ts";
import {
  decideTransaction,
  requireFittingSource,
  requirePayable,
  requireSource,
  type DirectOrder,
  type HostedOrder,
  listTransactions,
  placeDirectPayment,
  placeOrder,
} from "./payments.ts";
import { changePartner } from "../partners/partners.ts";
import { deleteToken, saveCard } from "../cards/saved-cards.ts";

const caller = { partnerCode: "P1" };
const page = { partnerCode: "P1", limit: 15, page: 1 };

function order(id: string, further: Partial<HostedOrder> = {}): HostedOrder {
  return {
    subAccount: undefined,
    amount: 150_000,
    bankCode: undefined,
    paymentMethod: "CC",
    action: "PAY",
    token: undefined,
    reference: {
      orderId: id,
      orderInfo: "info",
      notifyUrl: "https://shop.example/notify",
      redirectUrl: "https://shop.example/back",
    },
    ...further,
  };
}

async function open() {
  const gateway = await openTestGateway();
  const partner = await gateway.addPartner("P1");
  return { gateway, partner };
}

describe("placing an order", () => {
  test("stores it as it is answered", async () => {
    const { gateway, partner } = await open();
    const placed = await placeOrder(gateway, partner, order("o-1"));
    expect(placed).toMatchObject({
      status: "pending",
      orderAmount: 150_000,
      customerFee: 0,
      bankCode: "",
    });
    const stored = await gateway.store.transactions.find(caller, placed.id);
    expect(stored).toEqual(placed);
  });

  test("the customer pays the fee of the method that was agreed when it was ordered", async () => {
    const { gateway, partner } = await open();
    const fees = { CC: 3300, ATM: 0 };
    await changePartner(gateway, partner, { customerFees: fees });
    const paid = await placeDirectPayment(gateway, partner, direct("o-1"));
    const { id } = paid.transaction;
    expect(paid.transaction).toMatchObject({
      orderAmount: 150_000,
      customerFee: 3300,
    });
    const other = { ...direct("o-2"), paymentMethod: "ATM" };
    expect((await placeDirectPayment(gateway, partner, other)).transaction).toMatchObject({
      customerFee: 0,
    });
    await changePartner(gateway, partner, { ownerType: false });
    expect(await gateway.store.partners.customerFees("P1")).toEqual(fees);

    await changePartner(gateway, partner, { customerFees: {} });
    const later = await placeDirectPayment(gateway, partner, direct("o-3"));
    expect(later.transaction.customerFee).toBe(0);
    expect(await gateway.store.transactions.get(id)).toMatchObject({
      customerFee: 3300,
    });
  });

  test("an order code is taken once for each partner", async () => {
    const { gateway, partner } = await open();
    const other = await gateway.addPartner("P2");
    await placeOrder(gateway, partner, order("o-1"));
    await placeOrder(gateway, other, order("o-1"));
    await expect(placeDirectPayment(gateway, partner, direct("o-1"))).rejects.toThrow(
      DuplicateOrder,
    );
  });

  test("of 50 at once with one order code exactly one is taken", async () => {
    const { gateway, partner } = await open();
    const results = await Promise.allSettled(
      Array.from({ length: 50 }, (_, at) =>
        at % 2 === 0
          ? placeOrder(gateway, partner, order("o-1"))
          : placeDirectPayment(gateway, partner, direct("o-1")),
      ),
    );
    const taken = results.filter(({ status }) => status === "fulfilled");
    expect(taken).toHaveLength(1);
    expect((await listTransactions(gateway, page)).total).toBe(1);
  });

  test("permission comes before the order code", async () => {
    const { gateway, partner } = await open();
    await placeOrder(gateway, partner, order("o-1"));
    await expect(
      placeOrder(gateway, partner, order("o-1", { paymentMethod: "MM" })),
    ).rejects.toThrow(MethodNotPermitted);
    await expect(
      placeOrder(gateway, partner, order("o-1", { bankCode: "BANK05" })),
    ).rejects.toThrow(BankNotPermitted);
  });
});

describe("action and token", () => {
  const card = {
    cardNumber: "4111111111111111",
    expirationMonth: "12",
    expirationYear: "30",
  };

  test.each(["EWALLET", "VA", "MM", "unknown"])(
    "no card can be saved with %s",
    async (paymentMethod) => {
      const { gateway } = await open();
      const action = "PAY_WITH_RETURN_TOKEN";
      await expect(
        requirePayable(gateway, caller, order("o", { action, paymentMethod })),
      ).rejects.toMatchObject({ faults: [{ field: "transaction.action" }] });
    },
  );

  test("a token that pays has to be there, and be good", async () => {
    const { gateway } = await open();
    const { token } = await saveCard(gateway, caller, card);
    const pay = (action: string, token: string | undefined, who = caller) =>
      requirePayable(gateway, who, order("o", { action, token }));

    await pay("PAY", undefined);
    await pay("PAY", token);
    await pay("PAY_WITH_TOKEN", token);
    const refused = { faults: [{ field: "transaction.token" }] };
    await expect(pay("PAY_WITH_TOKEN", undefined)).rejects.toMatchObject(refused);
    await expect(pay("PAY", "made-up")).rejects.toMatchObject(refused);
    await expect(pay("PAY_WITH_TOKEN", token, { partnerCode: "P2" })).rejects.toMatchObject(
      refused,
    );
    await deleteToken(gateway, caller, token);
    await expect(pay("PAY_WITH_TOKEN", token)).rejects.toThrow(InvalidInput);
  });

  test.each([
    ["PAY_WITH_RETURN_TOKEN", "CC", ["transaction.token"]],
    ["PAY_WITH_TOKEN", "VA", ["transaction.action", "transaction.token"]],
    ["PAY", "VA", ["transaction.token"]],
    ["PAY_WITH_RETURN_TOKEN", "EWALLET", ["transaction.action", "transaction.token"]],
    ["PAY", "ATM", []],
    ["PAY_WITH_TOKEN", "ATM", []],
  ])("a good token with %s and %s: at fault %j", async (action, paymentMethod, fields) => {
    const { gateway } = await open();
    const { token } = await saveCard(gateway, caller, card);
    const asked = requirePayable(gateway, caller, order("o", { action, paymentMethod, token }));
    const faults = fields.map((field) => ({ field }));
    if (fields.length === 0) await expect(asked).resolves.toBeUndefined();
    else await expect(asked).rejects.toMatchObject({ faults });
  });

  test("both faults are told at once", async () => {
    const { gateway } = await open();
    const action = "PAY_WITH_RETURN_TOKEN";
    const bad = { action, paymentMethod: "VA", token: "made-up" };
    await expect(requirePayable(gateway, caller, order("o", bad))).rejects.toMatchObject({
      faults: [{ field: "transaction.action" }, { field: "transaction.token" }],
    });
  });

  test("a token is deleted once, by its own partner", async () => {
    const { gateway } = await open();
    const { token } = await saveCard(gateway, caller, card);
    await expect(deleteToken(gateway, { partnerCode: "P2" }, token)).rejects.toThrow(NotFound);
    await deleteToken(gateway, caller, token);
    await expect(deleteToken(gateway, caller, token)).rejects.toThrow(NotFound);
  });

  test("a card of no known brand is not saved", async () => {
    const { gateway } = await open();
    const unknown = { ...card, cardNumber: "6011000000000004" };
    await expect(saveCard(gateway, caller, unknown)).rejects.toThrow(InvalidInput);
  });
});

describe("the source of a direct payment", () => {
  test.each([
    ["ATM", ["card", "account"]],
    ["CC", ["card"]],
    ["EWALLET", ["account"]],
    ["VA", ["account"]],
  ])("of %s: %j", async (paymentMethod, taken) => {
    const { partner } = await open();
    for (const type of ["card", "account"] as const) {
      const demand = () => {
        requireFittingSource(partner, { paymentMethod, type });
      };
      if (taken.includes(type)) expect(demand).not.toThrow();
      else expect(demand).toThrow("sourceOfFunds.type");
    }
  });

  test.each(["MM", "unknown"])(
    "%s, which is not granted, is left to code 140",
    async (paymentMethod) => {
      const { partner } = await open();
      for (const type of ["card", "account"] as const)
        expect(() => {
          requireFittingSource(partner, { paymentMethod, type });
        }).not.toThrow();
    },
  );

  test.each([
    { type: "card", cardNumber: "" },
    { type: "account", accountNumber: " " },
  ] as const)("%j has no number, and the reason is about what it is", async (source) => {
    const { gateway } = await open();
    const refused = requireSource(gateway, source);
    await expect(refused).rejects.toThrow(InvalidInput);
    await expect(refused).rejects.toThrow(
      source.type === "card" ? /number of a card/ : /^(?!.*card).*number of an account/,
    );
  });
});

function direct(
  id: string,
  source: DirectOrder["source"] = {
    type: "account",
    accountNumber: "0071000123456",
  },
): DirectOrder {
  const { reference } = order(id);
  return {
    subAccount: undefined,
    amount: 150_000,
    bankCode: "BANK01",
    paymentMethod: "CC",
    action: "PAY",
    source,
    reference,
  };
}

describe("paying directly", () => {
  test("asks for a confirmation within five minutes", async () => {
    const { gateway, partner } = await open();
    const { transaction, verification } = await placeDirectPayment(gateway, partner, direct("o-1"));
    expect(verification).toMatchObject({
      transactionId: transaction.id,
      status: "AUTHENTICATE_REQUIRED",
      expiresAt: gateway.clock.now() + 300_000,
    });
  });

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
    await placeDirectPayment({ ...gateway, bank }, partner, direct("o-1", source));
    expect(registered).toEqual([source]);
    for (const file of readdirSync(gateway.folder))
      expect(readFileSync(join(gateway.folder, file), "latin1")).not.toContain(source.holderName);
  });

  test("keeps of a card its face alone, nowhere its number", async () => {
    const { gateway, partner } = await open();
    const cardNumber = "4000000000001000";
    const { transaction } = await placeDirectPayment(
      gateway,
      partner,
      direct("o-1", { type: "card", cardNumber }),
    );
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
    const { id } = await placeOrder(gateway, partner, order("o-1"));
    gateway.advance(5);
    const decided = await decideTransaction(gateway, caller, id, result);
    expect(decided).toMatchObject({ status: result, failure });
    expect(decided.updatedAt).toBe(decided.createdAt + 5);
    expect(await gateway.store.transactions.find(caller, id)).toEqual(decided);
    await expect(decideTransaction(gateway, caller, id, "success")).rejects.toThrow(StateForbids);
  });

  test("is for the partner's own transactions", async () => {
    const { gateway, partner } = await open();
    const { id } = await placeOrder(gateway, partner, order("o-1"));
    await expect(decideTransaction(gateway, { partnerCode: "P2" }, id, "success")).rejects.toThrow(
      NotFound,
    );
  });
});

describe("the list", () => {
  async function withOrders() {
    const { gateway, partner } = await open();
    for (let at = 0; at < 5; at++) {
      const paymentMethod = at % 2 === 0 ? "CC" : "VA";
      await placeOrder(gateway, partner, order(`o-${at}`, { paymentMethod }));
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
