import { expect, expectTypeOf, it } from "vitest";
import { page } from "./testing/sample-messages.ts";
import { createClient, type Schemas } from "./index.ts";
import { createLists, ResponseError } from "./lists.ts";
import { json, rejection, serve } from "./runtime/testing/serve.ts";

/** Lists of a gateway with this response for each page, and the queries of its requests. */
async function gateway(result: (page: number, limit: number) => unknown, status = 200) {
  const { baseUrl, seen } = await serve((response, _, { url }) => {
    const query = new URL(url, "http://localhost").searchParams;
    const limit = Number(query.get("limit") ?? 15);
    json(response, status, result(Number(query.get("page") ?? 1), limit));
  });
  const lists = createLists(createClient({ baseUrl, token: "jwt", retries: 0 }));
  return { ...lists, queries: () => seen.map(({ url }) => url.split("?")[1]) };
}

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

it.each([
  [0, [undefined]],
  [15, [undefined]],
  [16, [undefined, "page=2"]],
  [31, [undefined, "page=2", "page=3"]],
])("lists %i transactions", async (total, queries) => {
  const lists = await gateway((number) => page(total, number));
  const items = await collect(lists.listTransactions());
  expectTypeOf(items).toEqualTypeOf<Schemas["TransactionListItem"][]>();
  expect(items.map(({ orderId }) => orderId)).toEqual(
    Array.from({ length: total }, (_, index) => `A-${index + 1}`),
  );
  expect(lists.queries()).toEqual(queries);
});

it("keeps the filter, the page size and the first page", async () => {
  const { listTransactions, queries } = await gateway((number, limit) => page(7, number, limit));
  const query = { status: "success", limit: 2, page: 2 } as const;
  expect(await collect(listTransactions({ query }))).toHaveLength(5);
  expect(queries()).toEqual([2, 3, 4, 5].map((number) => `status=success&limit=2&page=${number}`));
});

it("throws the response of a page that is refused", async () => {
  const refusal = { errorCode: 401, message: "The token has expired." };
  const { listTransactions } = await gateway(() => refusal, 401);
  const error = await rejection(collect(listTransactions()));
  expect(error).toBeInstanceOf(ResponseError);
  expect(error).toMatchObject({ status: 401, response: { body: refusal } });
});
