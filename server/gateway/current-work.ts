import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";

/** For whom work is done, and whether it only reads. */
export interface Beneficiary {
  readonly owner: string;
  readonly reads: boolean;
}

/** What the current code works on. */
interface Work {
  readonly requestId?: string;
  beneficiary: Beneficiary;
}

const works = new AsyncLocalStorage<Work>();

// RFC 9562, section 5.4: version 4, variant 10.
const UUID_V4 = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i;

/** Nobody is authenticated yet. */
const strangers: Beneficiary = { owner: "strangers", reads: false };

/** Gives a request the id that its client sent, or a new one, and returns it to the client. `currentRequestId` returns it, too. */
export function withRequestId(
  request: IncomingMessage,
  response: ServerResponse,
  next: () => void,
): void {
  const sent = request.headers["x-request-id"];
  const requestId = typeof sent === "string" && UUID_V4.test(sent) ? sent : randomUUID();
  response.setHeader("X-Request-ID", requestId);
  works.run({ requestId, beneficiary: strangers }, next);
}

/** The id of the current request. */
export function currentRequestId(): string {
  return works.getStore()?.requestId ?? randomUUID();
}

/** Says for whom the rest of the current request is, and whether it only reads. */
export function assignRequest(owner: "customers" | `partner ${string}`, reads = false): void {
  const work = works.getStore();
  if (work !== undefined) work.beneficiary = { owner, reads };
}

/** Runs work that belongs to no request. */
export function runFor<Result>(
  owner: "callbacks" | "deadlines" | "everybody",
  run: () => Result,
): Result {
  return works.run({ beneficiary: { owner, reads: false } }, run);
}

/** For whom the current work is. */
export function currentBeneficiary(): Beneficiary {
  return works.getStore()?.beneficiary ?? everybody;
}

const everybody: Beneficiary = { owner: "everybody", reads: false };
