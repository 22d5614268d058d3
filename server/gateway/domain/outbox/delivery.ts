import type { Origin } from "./origin.ts";

/** The kinds of events that merchants are notified of. */
export type EventKind = "order.payment" | "order.installment" | "credit_card.authentication";

/** The state of a delivery. `dead`: a dead letter, which can be replayed. */
export type DeliveryStatus = "pending" | "delivered" | "dead";

/** How one attempt ended. */
export type AttemptOutcome =
  | "acknowledged"
  | "refused"
  | "gone"
  | "timed-out"
  | "unreachable"
  | "receiver-forbidden"
  | "outside-contract"
  | "acknowledgement-lost"
  | "dropped";

/** One request that tries to deliver an event. */
export interface Attempt {
  /** From 1, counted over all replays. */
  readonly number: number;
  /** Milliseconds since 1970 by the gateway's clock. */
  readonly at: number;
  readonly outcome: AttemptOutcome;
  /** The receiver's HTTP status, if it answered. */
  readonly status?: number | undefined;
}

/** An event to be sent to one URL. Times are milliseconds since 1970 by the gateway's clock. */
export interface Delivery {
  /** The event's id: the same at every attempt. */
  readonly id: string;
  readonly partnerCode: string;
  readonly kind: EventKind;
  readonly url: string;
  /** The record that the event is about. */
  readonly subjectId: string;
  /** The partner's reference of that record. */
  readonly reference?: string | undefined;
  readonly status: DeliveryStatus;
  readonly createdAt: number;
  /** When the next attempt is due, if it is pending. */
  readonly dueAt: number;
  readonly attempts: readonly Attempt[];
}

/** A new event for the outbox. `content` is the JSON text for `data` of the callback. */
export interface Notice
  extends
    Pick<Delivery, "id" | "partnerCode" | "kind" | "url" | "subjectId" | "createdAt">,
    Origin {
  readonly content: string;
}

/** The pending deliveries of a partner to one receiver: either first attempts or retries. */
export interface DeliveryQueue {
  readonly partnerCode: string;
  /** See `receiverOf`. */
  readonly receiver: string;
  readonly isRetry: boolean;
}

/** A queue and the number of deliveries in it that are due. Long queues are counted only in part. */
export interface WaitingDeliveries extends DeliveryQueue {
  readonly due: number;
}

/** A queue and how many deliveries to lease from it. */
export interface WantedDeliveries extends DeliveryQueue {
  readonly limit: number;
}

/** A delivery that only this process may attempt until the lease ends. */
export interface LeasedDelivery extends Notice {
  /** See `receiverOf`. */
  readonly receiver: string;
  /** The number of attempts since the event was made or last replayed. */
  readonly tries: number;
}

/** The faults that a sandbox can inject into deliveries. */
export type FaultKind =
  | "duplicate"
  | "reorder"
  | "delay"
  | "lost-acknowledgement"
  | "damaged-signature"
  | "drop";

/** A fault for a partner's next deliveries. */
export interface DeliveryFault {
  readonly kind: FaultKind;
  /** How many deliveries have the fault. */
  readonly times: number;
  /** Required for `delay`. */
  readonly delayMs?: number | undefined;
}

/**
 * The key of a receiver: the partner, and the host and port of the URL. URLs can differ for each order, and partners can
 * share a host, so neither alone identifies a server that is fast or slow as a whole.
 */
export function receiverOf(partnerCode: string, url: string): string {
  return `${partnerCode} ${URL.parse(url)?.host ?? ""}`;
}
