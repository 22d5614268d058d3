import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Origin } from "../../domain/outbox/origin.ts";
import type { Transaction } from "../../domain/payments/transaction.ts";
import { describeSpan, inTrace, traceHeaders, traceRequest } from "../tracing.ts";

/** For whom work is done, and whether it only reads. */
export interface Beneficiary {
  readonly owner: string;
  readonly reads: boolean;
}

/** What the current code works on. */
interface Work {
  requestId?: string | undefined;
  /** The order that the request is about. */
  transaction?: string | undefined;
  /** The response of a request that may get the id of an earlier one. */
  continues?: ServerResponse;
  beneficiary: Beneficiary;
}

const works = new AsyncLocalStorage<Work>();

// RFC 9562, section 5.4: version 4, variant 10.
const UUID_V4 = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i;

/** Nobody is authenticated yet. */
const strangers: Beneficiary = { owner: "strangers", reads: false };

/**
 * Gives a request the id that its client sent, or a new one, and returns it to the client. `currentRequestId` returns it, too. The
 * rest of the request is traced.
 */
export function withRequestId(
  request: IncomingMessage,
  response: ServerResponse,
  next: () => void,
): void {
  const sent = request.headers["x-request-id"];
  const requestId = typeof sent === "string" && UUID_V4.test(sent) ? sent : randomUUID();
  response.setHeader("X-Request-ID", requestId);
  traceRequest(request, response, () => {
    describeSpan({ "gateway.request_id": requestId });
    works.run({ requestId, beneficiary: strangers }, next);
  });
}

/** The id of the current request. */
export function currentRequestId(): string {
  return works.getStore()?.requestId ?? randomUUID();
}

/** What the log says of the current request. */
export function currentRequest(): Pick<Work, "requestId" | "transaction"> {
  const { requestId, transaction } = works.getStore() ?? {};
  return { requestId, transaction };
}

/** What is stored with the events that the current work makes. */
export function currentOrigin(): Origin {
  return { requestId: works.getStore()?.requestId, ...traceHeaders() };
}

/** Says for whom the rest of the current request is, and whether it only reads. */
export function assignRequest(owner: `partner ${string}`, reads: boolean): void {
  const work = works.getStore();
  if (work !== undefined) work.beneficiary = { owner, reads };
}

/** Says that the current request is a customer's. It continues the one that placed the order, and gets its id. */
export function assignToCustomer(response: ServerResponse): void {
  const work = works.getStore();
  if (work === undefined) return;
  work.beneficiary = { owner: "customers", reads: false };
  work.continues = response;
}

/** Says which order the current request is about. */
export function assignTransaction({ id, requestId }: Pick<Transaction, "id" | "requestId">): void {
  const work = works.getStore();
  // Other work is about several orders at once.
  if (work?.requestId === undefined) return;
  work.transaction = id;
  if (work.continues !== undefined && requestId !== undefined) {
    work.requestId = requestId;
    if (!work.continues.headersSent) work.continues.setHeader("X-Request-ID", requestId);
  }
  describeSpan({ "gateway.transaction_id": id, "gateway.request_id": work.requestId });
}

/** Runs work that belongs to no request. */
export function runFor<Result>(
  owner: "callbacks" | "deadlines" | "everybody",
  run: () => Result,
): Result {
  return inTrace({}, () => works.run({ beneficiary: { owner, reads: false } }, run));
}

/** For whom the current work is. */
export function currentBeneficiary(): Beneficiary {
  return works.getStore()?.beneficiary ?? everybody;
}

const everybody: Beneficiary = { owner: "everybody", reads: false };
