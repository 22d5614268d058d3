import type { Authentication } from "../authentications/authentication.ts";
import type { Notice } from "./delivery.ts";
import type { Gateway } from "../dependencies.ts";
import type { Transaction } from "../payments/transaction.ts";

/** Adds the result of a payment to the outbox. Call it in the transaction that makes the payment final. */
export async function notifyPayment(
  gateway: Gateway,
  transaction: Transaction,
  token?: string,
): Promise<void> {
  await enqueueEvent(gateway, {
    kind: "order.payment",
    // A deadline or a bank may end it long after the request.
    requestId: transaction.requestId,
    partnerCode: transaction.partnerCode,
    url: transaction.notifyUrl,
    subjectId: transaction.id,
    content: gateway.events.payment(transaction, token),
  });
}

/** Adds the result of a 3DS authentication to the outbox, if the partner has registered a callback URL. */
export async function notifyAuthentication(
  gateway: Gateway,
  authentication: Authentication,
): Promise<void> {
  const { partnerCode, id } = authentication;
  const url = await gateway.store.partners.callbackUrl(partnerCode);
  if (url === undefined) return;
  await enqueueEvent(gateway, {
    kind: "credit_card.authentication",
    partnerCode,
    url,
    subjectId: id,
    content: gateway.events.authentication(authentication),
  });
}

/** Adds an event to the outbox. Returns the event's id. */
export async function enqueueEvent(
  gateway: Gateway,
  notice: Omit<Notice, "id" | "createdAt" | "content"> & { readonly content: object },
): Promise<string> {
  const id = gateway.ids.next();
  await gateway.store.deliveries.add({
    ...gateway.origin(),
    ...notice,
    id,
    content: JSON.stringify(notice.content),
    createdAt: gateway.clock.now(),
  });
  return id;
}
