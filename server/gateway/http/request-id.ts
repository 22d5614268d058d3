import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";

const requestIds = new AsyncLocalStorage<string>();

// RFC 9562, section 5.4: version 4, variant 10.
const UUID_V4 = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i;

/** Gives a request the id that its client sent, or a new one. `currentRequestId` returns it. */
export function withRequestId(
  request: IncomingMessage,
  _response: ServerResponse,
  next: () => void,
): void {
  const sent = request.headers["x-request-id"];
  const id = typeof sent === "string" && UUID_V4.test(sent) ? sent : undefined;
  requestIds.run(id ?? randomUUID(), next);
}

/** The id of the current request. */
export function currentRequestId(): string {
  return requestIds.getStore() ?? randomUUID();
}
