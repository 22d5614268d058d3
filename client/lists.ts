import { operations, type Operations } from "../generated/gateway/operations.js";
import { createLists as createListsOf, type Lists } from "@contract-toolkit/client/lists";
import type { Client } from "./index.ts";

export type { Lists } from "@contract-toolkit/client/lists";
export { ResponseError } from "@contract-toolkit/client/unwrap";

/**
 * Makes async iterables of the gateway's lists. Each page is requested when it is needed. A new transaction moves the others to later
 * places, so one may be listed twice. Set `startTime` and `endTime` to prevent that.
 *
 * @returns one method for each list. An iteration throws a ResponseError if the gateway refuses a page, and a TransportError if it
 * does not respond
 * @example
 * const { listTransactions } = createLists(client);
 * for await (const { orderId } of listTransactions({ query: { status: "success" } })) console.log(orderId);
 */
export function createLists(client: Client): Lists<Operations> {
  return createListsOf<Operations>(client, operations);
}
