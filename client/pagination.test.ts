import { expect, it } from "vitest";
import { page } from "./testing/sample-messages.ts";
import { createClient, TransportError } from "./index.ts";
import { paginate, PaginationError } from "./pagination.ts";
import { json, rejection, serve, type SeenRequest } from "./runtime/testing/serve.ts";

/** A client of a gateway that answers each page with this. */
async function gateway(answer: (page: number, limit: number) => unknown, status = 200) {
  const { baseUrl, seen } = await serve((response, _, { url }) => {
    const query = new URL(url, "http://localhost").searchParams;
    const limit = Number(query.get("limit") ?? 15);
    json(response, status, answer(Number(query.get("page")), limit));
  });
  const client = createClient({ baseUrl, token: "jwt", retries: 0 });
  return { client, seen };
}

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

function pagesOf(seen: readonly SeenRequest[]): string[] {
  return seen.map(({ url }) => url.split("?")[1] ?? "");
}

it.each([
  [0, ["page=1"]],
  [1, ["page=1"]],
  [15, ["page=1"]],
  [16, ["page=1", "page=2"]],
  [31, ["page=1", "page=2", "page=3"]],
])("walks through %i transactions", async (total, pages) => {
  const { client, seen } = await gateway((number) => page(total, number));
  const items = await collect(paginate(client));
  expect(items.map(({ orderId }) => orderId)).toEqual(
    Array.from({ length: total }, (_, index) => `A-${index + 1}`),
  );
  expect(pagesOf(seen)).toEqual(pages);
});

it("keeps the filter, the page size and the first page", async () => {
  const { client, seen } = await gateway((number, limit) => page(7, number, limit));
  const query = { status: "success", limit: 2, page: 2 } as const;
  expect(await collect(paginate(client, query))).toHaveLength(5);
  expect(pagesOf(seen)).toEqual([
    "status=success&limit=2&page=2",
    "status=success&limit=2&page=3",
    "status=success&limit=2&page=4",
  ]);
});

it("stops at an empty page, whatever the total says", async () => {
  const { client, seen } = await gateway((number) => ({
    ...page(3, number, 3),
    pagination: { total: 1000, page: number, limit: 3 },
  }));
  expect(await collect(paginate(client))).toHaveLength(3);
  expect(seen).toHaveLength(2);
});

it("asks for a page only when it is needed", async () => {
  const { client, seen } = await gateway((number) => page(100, number));
  for await (const { orderId } of paginate(client)) {
    if (orderId === "A-15") break;
  }
  expect(seen).toHaveLength(1);
});

it("ends with the signal", async () => {
  const { client, seen } = await gateway((number) => page(100, number));
  const abort = new AbortController();
  const { signal } = abort;
  const walk = async () => {
    for await (const { orderId } of paginate(client, {}, { signal })) {
      if (orderId === "A-20") abort.abort();
    }
  };
  const error = await rejection(walk());
  expect(error).toBeInstanceOf(TransportError);
  expect(error).toMatchObject({ code: "aborted" });
  expect(seen).toHaveLength(2);
});

it("tells which page was refused, and why", async () => {
  const { client } = await gateway(
    () => ({ errorCode: 401, message: "The token has expired." }),
    401,
  );
  const error = await rejection(collect(paginate(client)));
  expect(error).toBeInstanceOf(PaginationError);
  expect(error).toMatchObject({
    code: "page-refused",
    page: 1,
    message: "page 1: The token has expired. (code 401)",
    answer: { status: 401 },
  });
});
