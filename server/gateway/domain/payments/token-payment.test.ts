import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { openTestGateway } from "../../testing/open-gateway.ts";
import { placeHosted } from "../../testing/orders.ts";
import { payCheckout } from "./checkout.ts";
import type { Store } from "../store.ts";
import { deleteSavedCard, saveCard } from "../cards/saved-cards.ts";

const caller = { partnerCode: "P1" };
const card = { cardNumber: "4111111111111111", expirationMonth: "12", expirationYear: "30" };

async function open() {
  const action = "PAY_WITH_TOKEN";
  const gateway = await openTestGateway();
  const partner = await gateway.addPartner("P1");
  const { token } = await saveCard(gateway, caller, card);
  const { id } = await placeHosted(gateway, partner, "o-1", { bankCode: "BANK01", action, token });
  const remove = () => deleteSavedCard(gateway, caller, token);
  const why = async () => {
    const changes = await gateway.store.history.of("transaction", [id]);
    return changes.map(({ who, why: reason }) => `${who} ${reason}`);
  };
  return { gateway, id, remove, why };
}

test("a token that is deleted before the payment is stored does not pay", async () => {
  const { gateway, id, remove } = await open();
  const atomically: Store["atomically"] = async (work) => {
    await remove();
    return gateway.store.atomically(work);
  };
  const late = { ...gateway, store: { ...gateway.store, atomically } };
  expect((await payCheckout(late, id, {})).failure).toBe("token-deleted");
});

test("a deletion waits until the payment with the token is stored", async () => {
  const { gateway, id, remove } = await open();
  const order: string[] = [];
  let removal: Promise<unknown> | undefined;
  const atomically: Store["atomically"] = (work) =>
    gateway.store.atomically((store) => {
      const move: Store["transactions"]["move"] = async (...moved) => {
        if (removal === undefined) {
          removal = remove().then(() => order.push("deleted"));
          await setTimeout(LONG_ENOUGH_MS);
          order.push("paid");
        }
        return store.transactions.move(...moved);
      };
      return work({ ...store, transactions: { ...store.transactions, move } });
    });
  const slow = { ...gateway, store: { ...gateway.store, atomically } };
  expect((await payCheckout(slow, id, {})).status).toBe("success");
  await removal;
  expect(order).toEqual(["paid", "deleted"]);
});

/** A deletion that does not wait takes a fraction of this. */
const LONG_ENOUGH_MS = 200;
