import { expect, test } from "vitest";
import { openTestGateway } from "../../testing/open-gateway.ts";
import { moveAuthorization } from "../authorizations/authorization-moves.ts";
import { createAuthorization } from "../authorizations/authorizations.ts";
import { byPartner } from "./changes.ts";
import { StateForbids } from "../errors.ts";

const caller = { partnerCode: "P1" };
const cause = byPartner(caller, "asked");

test("a change that starts from a state that is no longer there is refused, and leaves nothing behind", async () => {
  const gateway = await openTestGateway();
  await gateway.addPartner("P1");
  const seen = await createAuthorization(gateway, caller, {
    merchantRefId: "m",
    amount: 1000,
  });
  const move = (event: "capture" | "reverse") =>
    moveAuthorization(gateway, seen, { event, cause, at: seen.authorizedAt });
  await move("capture");
  await expect(move("reverse")).rejects.toThrow(StateForbids);
  const found = await gateway.store.authorizations.get(seen.id);
  expect(found?.status).toBe("CAPTURED");
  const history = await gateway.store.history.of("authorization", [seen.id]);
  expect(history).toMatchObject([
    { event: "make", to: "AUTHORIZED", who: "partner:P1", why: "authorized" },
    { event: "capture", from: "AUTHORIZED", who: "partner:P1", why: "asked" },
  ]);
});
