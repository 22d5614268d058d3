import pg from "pg";
import { expect, test, vi } from "vitest";
import { startAuthentication } from "../domain/authentications/authentications.ts";
import {
  captureAuthorization,
  createAuthorization,
} from "../domain/authorizations/authorizations.ts";
import { deleteSavedCard, saveCard } from "../domain/cards/saved-cards.ts";
import { audit } from "../domain/history/audit.ts";
import { listPartnerRecords } from "../domain/history/records.ts";
import { listDeliveries, registerCallbackUrl } from "../domain/outbox/deliveries.ts";
import { removeEndedDeliveries } from "../domain/outbox/retention.ts";
import { changePartner, rotateSecret, setDisabled } from "../domain/partners/partners.ts";
import { countTransactions } from "../domain/payments/counting.ts";
import { listOwnTransactions } from "../domain/payments/payments.ts";
import { requestReversal } from "../domain/reversals/reversals.ts";
import { doDueWork } from "../domain/scheduled/due.ts";
import { all, caller, openDispatch } from "../testing/dispatch.ts";
import { onPostgres } from "../testing/open-gateway.ts";
import { placeDirect, placeHosted } from "../testing/orders.ts";
import { tables } from "./tables.ts";
import { textAt } from "../platform/text-at.ts";
import { columnOf } from "./statement.ts";

const DAY_MS = 86_400_000;

/** What names a partner or one of its records. */
const names =
  /\b(partner_code|code|id|(record|transaction|authorization|subject|delivery)_id|digest)"? (= \$|in \(|IN \(\$)/;

/** Statements on the data of several partners, with the reason. None decides anything for a partner by the data of another one. */
const exceptions = {
  "orders that come together, and an event": /^\s*WITH stored|^with "added"/,
  "finds due records, each of which is then worked on alone":
    /SELECT (DISTINCT bank_code|min\(partner_code\)) FROM transactions|FROM "(verifications|authorizations|reversals)" WHERE "status"/,
  "finds due callbacks, and ends attempts that end together":
    /AS lately|AS walk|walk \(|min\(partner_code\) FROM deliveries|^\s*WITH ended/,
  "removes old callbacks": /'remove ended deliveries'|"due_at" <= \$1 and|"closed_at" <= /,
  "goes through all partners": /from "partners" where "code" >/,
  "is a metric": /AS dead\s/,
  "is of the audit":
    /DISTINCT record_id|reversals\.status|GROUP BY partner_code, since|LEFT JOIN deliveries/,
  "sets the clock of a sandbox back": /^UPDATE .* = CASE/,
} as const;

test.runIf(onPostgres)("a statement concerns one partner, unless there is a reason", async () => {
  const opened = await openDispatch(() => 200);
  const query = vi.spyOn(pg.Client.prototype, "query");
  await work(opened);
  const statements = new Set(query.mock.calls.map(([sent]: unknown[]) => textOfQuery(sent)));
  query.mockRestore();
  const several = [...statements].filter(
    (text) => partnerTables.test(text) && !/^\s*insert/i.test(text) && !names.test(text),
  );
  const patterns = Object.values(exceptions);
  expect(several.filter((text) => !patterns.some((pattern) => pattern.test(text)))).toEqual([]);
  expect(patterns.filter((pattern) => !several.some((text) => pattern.test(text)))).toEqual([]);
});

const partnerTables = new RegExp(
  `\\b(${Object.keys(tables)
    .filter((table) => table !== "settings")
    .map(columnOf)
    .join("|")})\\b`,
);

/** @param sent what the driver gets: a text, or an object with one */
function textOfQuery(sent: unknown): string {
  return typeof sent === "string" ? sent : (textAt(sent, "text") ?? "");
}

/** Makes records of every kind, changes, lists and removes them. */
async function work({
  gateway,
  dispatch,
  pay,
}: Awaited<ReturnType<typeof openDispatch>>): Promise<void> {
  const partner = await gateway.addPartner("P2", { subAccounts: ["S1"] });
  const other = { partnerCode: "P2" };
  await pay("1");
  await placeHosted(gateway, partner, "2", { subAccount: "S1" });
  await placeDirect(gateway, partner, "3");
  const card = { cardNumber: "4111111111111111", expirationMonth: "12", expirationYear: "30" };
  const { token } = await saveCard(gateway, caller, card);
  await deleteSavedCard(gateway, caller, token);
  await startAuthentication(gateway, caller, {
    merchantRefId: "1",
    amount: 1000,
    card: { ...card, number: card.cardNumber },
  });
  for (const merchantRefId of ["held", "captured", "reversed"]) {
    const { id } = await createAuthorization(gateway, caller, { merchantRefId, amount: 1000 });
    if (merchantRefId === "captured") await captureAuthorization(gateway, caller, id);
    if (merchantRefId === "reversed")
      await requestReversal(gateway, caller, { authorizationId: id, merchantRefId });
  }
  await registerCallbackUrl(gateway, "P2", "https://shop.example/results");
  await changePartner(gateway, "P2", { subAccounts: ["S2"] });
  await rotateSecret(gateway, "P2", { until: undefined, now: gateway.clock.now() });
  await setDisabled(gateway, "P2", false);
  for (const status of [undefined, "error"] as const)
    for (const page of [1, 2])
      await listOwnTransactions(gateway, { ...caller, status, limit: 1, page });
  await listPartnerRecords(gateway, { ...caller, kind: "transaction", limit: 10 });
  gateway.advance(10 * DAY_MS);
  await doDueWork(gateway);
  await dispatch();
  const [delivery] = await all(gateway);
  await gateway.store.atomically(({ deliveries }) =>
    deliveries.replay("P1", delivery?.id ?? "", gateway.clock.now()),
  );
  await dispatch();
  await listDeliveries(gateway, { ...other, limit: 10, page: 1 });
  await gateway.store.deliveries.backlog();
  await countTransactions(gateway, Number.MAX_SAFE_INTEGER, { size: 1 });
  gateway.advance(DAY_MS);
  await removeEndedDeliveries(gateway, 0);
  await audit(gateway);
  await gateway.store.moveTimersBack({ byMs: 1, movedAtMs: 0 });
  await gateway.store.atomically((store) => store.removeRecords("P1"));
}
