import { expect, it } from "vitest";
import { page } from "./testing/sample-messages.ts";
import { createClient } from "./index.ts";
import { paginate, PaginationError } from "./pagination.ts";
import { json, rejection, serve } from "./runtime/testing/serve.ts";

/** A client of a gateway with this response for each page, and the queries of its requests. */
async function gateway(result: (page: number, limit: number) => unknown, status = 200) {
  const { baseUrl, seen } = await serve((response, _, { url }) => {
    const query = new URL(url, "http://localhost").searchParams;
    const limit = Number(query.get("limit") ?? 15);
    json(response, status, result(Number(query.get("page")), limit));
  });
  const client = createClient({ baseUrl, token: "jwt", retries: 0 });
  return { client, queries: () => seen.map(({ url }) => url.split("?")[1]) };
}

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

it.each([
  [0, 1],
  [15, 1],
  [16, 2],
  [31, 3],
])("lists %i transactions", async (total, pages) => {
  const { client, queries } = await gateway((number) => page(total, number));
  const items = await collect(paginate(client));
  expect(items.map(({ orderId }) => orderId)).toEqual(
    Array.from({ length: total }, (_, index) => `A-${index + 1}`),
  );
  expect(queries()).toEqual(Array.from({ length: pages }, (_, index) => `page=${index + 1}`));
});

it("keeps the filter, the page size and the first page", async () => {
  const { client, queries } = await gateway((number, limit) => page(7, number, limit));
  const query = { status: "success", limit: 2, page: 2 } as const;
  expect(await collect(paginate(client, query))).toHaveLength(5);
  expect(queries()).toEqual([2, 3, 4].map((number) => `status=success&limit=2&page=${number}`));
});

it("stops at an empty page, whatever the total is", async () => {
  const { client, queries } = await gateway((number) => ({
    ...page(3, number, 3),
    pagination: { total: 1000, page: number, limit: 3 },
  }));
  expect(await collect(paginate(client))).toHaveLength(3);
  expect(queries()).toHaveLength(2);
});

it("requests a page only when it is needed, and ends with the signal", async () => {
  const { client, queries } = await gateway((number) => page(100, number));
  const abort = new AbortController();
  const { signal } = abort;
  const walk = async () => {
    for await (const { orderId } of paginate(client, {}, { signal })) {
      if (orderId === "A-15") expect(queries()).toHaveLength(1);
      if (orderId === "A-20") abort.abort();
    }
  };
  expect(await rejection(walk())).toMatchObject({ name: "TransportError", code: "aborted" });
  expect(queries()).toHaveLength(2);
});

it("reports which page was refused, and why", async () => {
  const refusal = { errorCode: 401, message: "The token has expired." };
  const { client } = await gateway(() => refusal, 401);
  const error = await rejection(collect(paginate(client)));
  expect(error).toBeInstanceOf(PaginationError);
  expect(error).toMatchObject({
    code: "page-refused",
    page: 1,
    message: "page 1: The token has expired. (code 401)",
    response: { status: 401 },
  });
});
