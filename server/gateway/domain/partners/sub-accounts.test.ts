import { expect, test } from "vitest";
import { openTestGateway } from "../../testing/open-gateway.ts";
import { SubAccountRefused } from "../errors.ts";
import { readTerms } from "../payments/payments.ts";
import { requirePayingAccount, requireSubAccount } from "./sub-accounts.ts";

async function open(ownerType: boolean) {
  const gateway = await openTestGateway();
  const partner = await gateway.addPartner("P1", {
    ownerType,
    subAccounts: ["A", "A", "B"],
  });
  await gateway.addPartner("P2", { subAccounts: ["C"] });
  return async (subAccount: string | undefined, paying: boolean) => {
    if (!paying) {
      await requireSubAccount(gateway, partner, subAccount);
      return;
    }
    const terms = await readTerms(gateway, partner.code, { paymentMethod: "CC", subAccount });
    requirePayingAccount(terms, subAccount);
  };
}

test("the partner's own sub accounts pass, any other is refused", async () => {
  const demand = await open(false);
  await demand(undefined, true);
  await demand("A", true);
  await demand("B", false);
  for (const subAccount of ["C", "a", ""])
    await expect(demand(subAccount, false)).rejects.toThrow(SubAccountRefused);
});

test("an owner-type partner names one when it pays", async () => {
  const demand = await open(true);
  await demand("A", true);
  await demand(undefined, false);
  await expect(demand(undefined, true)).rejects.toThrow(SubAccountRefused);
});
