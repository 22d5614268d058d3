import { expect, test } from "vitest";
import { committedSuite } from "../../testing/suites.ts";
import { playList } from "./list.ts";
import type { ListStep } from "../read/read-steps.ts";

const suite = await committedSuite("gateway");
const [operation] = Object.values(suite.contract.operations).filter(
  ({ method }) => method === "GET",
);
if (!operation) throw new Error("there is no list");
const step: ListStep = {
  kind: "list",
  title: operation.id,
  source: operation.source,
  suite,
  operation,
  request: { path: {}, query: {}, headers: {} },
  query: {
    properties: {
      limit: { type: "integer", maximum: 5, default: 3 },
      page: { type: "integer" },
      state: { enum: ["open", "paid", "lost"] },
      kind: { type: "string" },
      since: { type: "integer" },
    },
  },
  page: "page",
  limit: "limit",
  items: "/body/items",
  total: "/body/total",
};
const all = Array.from({ length: 13 }, (_, id) => ({
  id,
  state: id % 3 === 0 ? "paid" : "open",
  kind: `kind ${"ABBC"[id % 4] ?? ""}`,
}));

interface Asked {
  readonly state?: string;
  readonly kind?: string;
  readonly limit?: number;
  readonly page: number;
}
type Serve = (query: Asked) => { readonly items: readonly object[]; readonly total: number };

const found = ({ state, kind }: Partial<Asked>) =>
  all.filter((item) => (state ?? item.state) === item.state && (kind ?? item.kind) === item.kind);
const cut = (items: readonly object[], { limit = 3, page }: Asked) =>
  items.slice((page - 1) * limit, page * limit);
const right: Serve = (query) => ({ items: cut(found(query), query), total: found(query).length });

async function findingsOn(serve: Serve): Promise<string[]> {
  const findings = await playList(step, (query) =>
    Promise.resolve({ body: serve(query as unknown as Asked), findings: [] }),
  );
  return findings.map(({ message }) => message);
}

test("a list that applies its filters on every page passes", async () => {
  expect(await findingsOn(right)).toEqual([]);
});

test.each<readonly [string, Serve]>([
  [
    "ignores a filter after the first page",
    ({ kind, ...query }) =>
      right(query.page > 1 || kind === undefined ? query : { ...query, kind }),
  ],
  [
    "splits into pages before it filters",
    (query) => ({
      ...right(query),
      items: cut(all, query).filter((item) => found(query).includes(item as never)),
    }),
  ],
  [
    "never has more than 4 on a page",
    (query) => right({ ...query, limit: Math.min(query.limit ?? 3, 4) }),
  ],
  [
    "counts only the items of the page",
    (query) => ({ ...right(query), total: cut(found(query), query).length }),
  ],
  [
    "ignores a filter with a value that no item has",
    (query) => right(query.state === "lost" ? { page: query.page } : query),
  ],
  [
    "compares only the beginning of a text",
    ({ kind = "", ...query }) => {
      const items = all.filter((item) => item.kind.startsWith(kind) && found(query).includes(item));
      return { items: cut(items, query), total: items.length };
    },
  ],
  [
    "ignores the second of two filters",
    ({ kind, ...query }) => right(query.state ? query : { ...query, ...(kind && { kind }) }),
  ],
])("a list that %s fails", async (_, serve) => {
  expect(await findingsOn(serve)).not.toEqual([]);
});

test("a list that fits on one page is an error", async () => {
  await expect(findingsOn(() => ({ items: [], total: 0 }))).rejects.toThrow(
    /0 items fit on one page/,
  );
});
