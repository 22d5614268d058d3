import type { CallOptions, Client, Operations, Result, Schemas } from "./index.ts";

/** The answer that ended a walk through the list before its end. */
export type RefusedPage = Exclude<Result<Operations["listTransactions"]>, { status: 200 }>;

/** The gateway refused to list a page. */
export class PaginationError extends Error {
  override readonly name = "PaginationError";
  readonly code = "page-refused";
  /** Number of the page, from 1. */
  readonly page: number;
  readonly answer: RefusedPage;

  constructor(page: number, answer: RefusedPage) {
    const { errorCode, message } = answer.body;
    super(`page ${page}: ${message} (code ${errorCode})`);
    this.page = page;
    this.answer = answer;
  }
}

/**
 * Walks through all transactions that a filter finds, newest first, asking for a page when it is needed.
 * A transaction made meanwhile moves the others on, so that one may come twice; `startTime` with `endTime` prevents it.
 *
 * @param query filter, and the page to start from
 * @throws PaginationError when the gateway refuses a page; TransportError when it does not answer
 * @example
 * for await (const each of paginate(client, { status: "success" })) console.log(each.orderId);
 */
export async function* paginate(
  client: Pick<Client, "listTransactions">,
  query: Operations["listTransactions"]["query"] = {},
  options?: CallOptions,
): AsyncGenerator<Schemas["TransactionListItem"], void, undefined> {
  for (let page = query.page ?? 1; ; page += 1) {
    const answer = await client.listTransactions({ query: { ...query, page } }, options);
    if (answer.status !== 200) throw new PaginationError(page, answer);
    const { transactions, pagination } = answer.body;
    yield* transactions;
    // The list may have shrunk meanwhile, so that `total` alone is no proof that there is more.
    if (transactions.length === 0) return;
    if (page * pagination.limit >= pagination.total) return;
  }
}
