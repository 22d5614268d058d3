import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openTestGateway } from "../../testing/open-gateway.ts";
import { goodAccount, placeDirect, placeHosted } from "../../testing/orders.ts";
import { listTransactions } from "./payments.ts";
const page = { partnerCode: "P1", limit: 15, page: 1 };

async function open() {
  const gateway = await openTestGateway();
  const partner = await gateway.addPartner("P1");
  return { gateway, partner };
}

describe("placing an order", () => {
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
});
