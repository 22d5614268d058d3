import { expect, test } from "vitest";
import { openTestGateway } from "../../testing/open-gateway.ts";
import { placeHosted } from "../../testing/orders.ts";
import { HELD_MS } from "../authorizations/authorization.ts";
import { createAuthorization } from "../authorizations/authorizations.ts";
import { PAYABLE_MS } from "../payments/transaction.ts";
import { doDueWork } from "../scheduled/due.ts";
import { listPartnerRecords } from "./records.ts";

const caller = { partnerCode: "P1" };

test.each([
  ["transaction", PAYABLE_MS, "error", "expire"],
  ["authorization", HELD_MS, "REVERSED", "lapse"],
] as const)(
  "a %s is listed as ended from its deadline on, as it will be stored",
  async (kind, openMs, status, event) => {
    const gateway = await openTestGateway();
    const partner = await gateway.addPartner("P1");
    await placeHosted(gateway, partner, "o-1");
    await createAuthorization(gateway, caller, { merchantRefId: "m", amount: 1000 });
    const list = async () => {
      const records = await listPartnerRecords(gateway, { kind, partnerCode: "P1", limit: 10 });
      const withoutIds = ({ changes, ...record }: (typeof records)[number]) => ({
        status: record.status,
        changes: changes.map(({ from, event: name, to, at, who, why }) => [
          ...[from, name, to, at, who, why],
        ]),
      });
      return records.map(withoutIds);
    };
    gateway.advance(openMs - 1);
    const [open] = await list();
    expect(open?.changes).toHaveLength(1);
    gateway.advance(1);
    const computed = await list();
    expect(computed).toMatchObject([{ status, changes: [open?.changes[0], { 1: event }] }]);
    await doDueWork(gateway);
    expect(await list()).toEqual(computed);
  },
);

test("records are found by their id or a part of their reference, and listed page by page", async () => {
  const gateway = await openTestGateway();
  const partner = await gateway.addPartner("P1");
  for (const id of ["Order_1", "order-2", "Order-31"]) await placeHosted(gateway, partner, id);
  const list = async (filter: { text?: string; before?: string; limit?: number }) =>
    listPartnerRecords(gateway, { kind: "transaction", partnerCode: "P1", limit: 10, ...filter });
  const names = async (filter: Parameters<typeof list>[0]) =>
    (await list(filter)).map(({ reference }) => reference);
  expect(await names({ text: "ORDER-" })).toEqual(["Order-31", "order-2"]);
  expect(await names({ text: "r_1" })).toEqual(["Order_1"]);
  expect(await names({ text: "%" })).toEqual([]);
  const [newest] = await list({ limit: 1 });
  expect(await names({ text: newest?.id ?? "" })).toEqual(["Order-31"]);
  expect(await names({ before: newest?.id ?? "", limit: 1 })).toEqual(["order-2"]);
});
