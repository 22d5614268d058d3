/** What a merchant is told of. */
export type EventKind = "order.payment" | "order.installment" | "credit_card.authentication";

/** Where a delivery stands: `dead` is a letter that nobody took, to be replayed by hand. */
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

/** One attempt to deliver. */
export interface Attempt {
  /** From 1, over all replays. */
  readonly number: number;
  /** Milliseconds since 1970 by the gateway's clock. */
  readonly at: number;
  readonly outcome: AttemptOutcome;
  /** The receiver's HTTP status, when it answered. */
  readonly status?: number | undefined;
}

/** An event on its way to a receiver. Times are milliseconds since 1970 by the gateway's clock. */
export interface Delivery {
  /** The event's id: the same at every attempt. */
  readonly id: string;
  readonly partnerCode: string;
  readonly kind: EventKind;
  readonly url: string;
  /** The record that the event is about. */
  readonly subjectId: string;
  readonly status: DeliveryStatus;
  readonly createdAt: number;
  /** When the next attempt is due, while it is pending. */
  readonly dueAt: number;
  readonly attempts: readonly Attempt[];
}

/** An event as it is put in the outbox: `content` is the JSON that the callback's `data` carries. */
export interface Notice extends Pick<
  Delivery,
  "id" | "partnerCode" | "kind" | "url" | "subjectId" | "createdAt"
> {
  readonly content: string;
}

/** Deliveries that wait for one receiver of a partner: those never attempted, or those to be attempted again. */
export interface DeliveryQueue {
  readonly partnerCode: string;
  /** See `receiverOf`. */
  readonly receiver: string;
  readonly isRetry: boolean;
}

/** A queue, and how many in it could be attempted now; of many, only some are counted. */
export interface WaitingDeliveries extends DeliveryQueue {
  readonly due: number;
}

/** How many are to be taken from a queue. */
export interface WantedDeliveries extends DeliveryQueue {
  readonly limit: number;
}

/** A delivery that this process alone may attempt until the lease ends. */
export interface LeasedDelivery extends Notice {
  /** See `receiverOf`. */
  readonly receiver: string;
  /** Attempts since the event was made or last replayed. */
  readonly tries: number;
}

/** What a sandbox does wrong on purpose. */
export type FaultKind =
  | "duplicate"
  | "reorder"
  | "delay"
  | "lost-acknowledgement"
  | "damaged-signature"
  | "drop";

/** A fault that a partner's next deliveries meet with. */
export interface DeliveryFault {
  readonly kind: FaultKind;
  /** How many deliveries meet with it. */
  readonly times: number;
  /** For `delay`. */
  readonly delayMs?: number | undefined;
}

/**
 * Names what takes a partner's deliveries at a URL, and is quick or slow as a whole: a partner and a host with its
 * port. Not the URL, which may be another one for each order; not the host alone, which several partners may share.
 */
export function receiverOf(partnerCode: string, url: string): string {
  return `${partnerCode} ${URL.parse(url)?.host ?? ""}`;
}
