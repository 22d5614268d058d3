import type { CallOptions, Client, Operations, Result, Schemas } from "./index.ts";

/** An error response to a request for a page. */
export type RefusedPage = Exclude<Result<Operations["listTransactions"]>, { status: 200 }>;

/** The gateway refused to list a page. */
export class PaginationError extends Error {
  override readonly name = "PaginationError";
  readonly code = "page-refused";
  /** Number of the page, from 1. */
  readonly page: number;
  readonly response: RefusedPage;

  constructor(page: number, response: RefusedPage) {
    const { errorCode, message } = response.body;
    super(`page ${page}: ${message} (code ${errorCode})`);
    this.page = page;
    this.response = response;
  }
}

/**
 * Lists all transactions that match a filter, newest first. Each page is requested when it is needed. A new transaction moves the
 * others to later places, so one may be listed twice. Set `startTime` and `endTime` to prevent that.
 *
 * @param query filter and first page
 * @throws PaginationError if the gateway refuses a page; TransportError if it does not answer
 * @example
 * for await (const each of paginate(client, { status: "success" })) console.log(each.orderId);
 */
export async function* paginate(
  client: Pick<Client, "listTransactions">,
  query: Operations["listTransactions"]["query"] = {},
  options?: CallOptions,
): AsyncGenerator<Schemas["TransactionListItem"], void, undefined> {
  for (let page = query.page ?? 1; ; page += 1) {
    const response = await client.listTransactions({ query: { ...query, page } }, options);
    if (response.status !== 200) throw new PaginationError(page, response);
    const { transactions, pagination } = response.body;
    yield* transactions;
    // The list may have become shorter than `total`.
    if (transactions.length === 0) return;
    if (page * pagination.limit >= pagination.total) return;
  }
}
