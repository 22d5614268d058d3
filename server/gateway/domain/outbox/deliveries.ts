import type { Delivery } from "./delivery.ts";
import { InvalidInputError, requireFound, StateForbidsError } from "../errors.ts";
import type { Gateway } from "../dependencies.ts";
import { enqueueEvent } from "./outbox.ts";
import type { Caller } from "../partners/partner.ts";
import type { DeliveryFilter, DeliveryPage } from "../store.ts";
import { findTransaction } from "../payments/transactions.ts";

/** A partner's deliveries, newest first. */
export function listDeliveries(gateway: Gateway, filter: DeliveryFilter): Promise<DeliveryPage> {
  return gateway.store.atomically(({ deliveries }) => deliveries.list(filter));
}

/**
 * Delivers an event again, beginning with the first attempt, in any state and also if the receiver has answered 410.
 *
 * @throws NotFoundError
 */
export async function replayDelivery(
  gateway: Gateway,
  partnerCode: string,
  id: string,
): Promise<Delivery> {
  return gateway.store.atomically(async ({ deliveries }) => {
    await deliveries.replay(partnerCode, id, gateway.clock.now());
    return requireFound(await deliveries.find(partnerCode, id), "delivery");
  });
}

/** Sets the callback URL for results of 3DS authentications; undefined removes it. */
export async function registerCallbackUrl(
  gateway: Gateway,
  partnerCode: string,
  url: string | undefined,
): Promise<void> {
  await gateway.store.inTurn(partnerCode, async ({ partners, deliveries }) => {
    await partners.setCallbackUrl(partnerCode, url);
    if (url !== undefined) await deliveries.reopen(partnerCode, url);
  });
}

/**
 * Notifies the merchant that a payment was converted into installments.
 *
 * @throws NotFoundError, or StateForbidsError if it is not paid or its order has no `installmentNotifyUrl`
 */
export async function noticeInstallment(
  gateway: Gateway,
  caller: Caller,
  transactionId: string,
): Promise<Delivery> {
  const transaction = await findTransaction(gateway, caller, transactionId);
  const { partnerCode, installmentNotifyUrl: url } = transaction;
  if (transaction.status !== "success")
    throw new StateForbidsError("Only a successful payment can be converted into installments.");
  if (url === undefined) throw new StateForbidsError("The order names no installmentNotifyUrl.");
  return enqueueDelivery(gateway, {
    kind: "order.installment",
    partnerCode,
    url,
    subjectId: transactionId,
    content: gateway.events.installment(transaction),
  });
}

/** An event with custom content, for `data` of the callback. It is signed and sent like any other. */
export type CustomEvent = Omit<Parameters<typeof enqueueEvent>[1], "subjectId">;

/**
 * Sends an event with custom content.
 *
 * @throws InvalidInputError naming the fields that break the merchant contract
 */
export async function sendCustomEvent(gateway: Gateway, event: CustomEvent): Promise<Delivery> {
  const violations = gateway.events.violations(event.kind, event.content);
  if (violations.length > 0)
    throw new InvalidInputError(
      violations.map(({ field, reason }) => ({
        field: field === "body" ? "content" : `content.${field}`,
        reason,
      })),
    );
  return enqueueDelivery(gateway, { ...event, subjectId: CUSTOM });
}

/** The subject of an event that is about no record. */
const CUSTOM = "custom";

async function enqueueDelivery(
  gateway: Gateway,
  notice: CustomEvent & { readonly subjectId: string },
): Promise<Delivery> {
  return gateway.store.atomically(async (store) => {
    const id = await enqueueEvent({ ...gateway, store }, notice);
    return requireFound(await store.deliveries.find(notice.partnerCode, id), "delivery");
  });
}
