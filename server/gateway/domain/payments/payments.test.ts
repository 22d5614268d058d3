import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openTestGateway } from "../../testing/open-gateway.ts";
import { placeDirect } from "../../testing/orders.ts";

test("a direct payment passes all card data to the bank and stores no holder name", async () => {
  const gateway = await openTestGateway();
  const partner = await gateway.addPartner("P1");
  const source = {
    type: "card",
    cardNumber: "4000000000001000",
    holderName: "TRAN THI THU HUONG",
    month: "11",
    year: "2031",
  } as const;
  const registered: unknown[] = [];
  const register = (value: unknown) => {
    registered.push(value);
    return Promise.resolve("reference");
  };
  const bank = { ...gateway.bank, register };
  await placeDirect({ ...gateway, bank }, partner, "o-1", { source });
  expect(registered).toEqual([source]);
  for (const file of readdirSync(gateway.folder))
    expect(readFileSync(join(gateway.folder, file), "latin1")).not.toContain(source.holderName);
});
