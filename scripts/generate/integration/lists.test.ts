import type { Contract, OperationTypes, StatusResponse } from "@contract-toolkit/contract";
import { expect, test } from "vitest";
import { createContractClient } from "../../../client/runtime/index.ts";
import { createLists } from "../../../client/runtime/lists.ts";
import { typecheck } from "../../../conformance/testing/compile.ts";
import { generateFromBody } from "../../../server/skeleton/testing/generated.ts";
import { listen } from "../../../server/skeleton/testing/listen.ts";

const specification = `
model Item { id: int32; }
@list @route("/numbers") op byNumber(@pageIndex @query page?: int32 = 1): { @pageItems items: Item[] };
@list @route("/offsets") op byOffset(@offset @query skip?: int32 = 0): { @pageItems items: Item[] };
@list @route("/tokens") op byToken(@continuationToken @query after?: string, @query size?: int32 = 2):
  { @pageItems items: Item[]; @continuationToken @header next?: string };
@list @route("/links") op byLink(@query after?: int32 = 0): { @pageItems items: Item[]; @nextLink next?: string };
`;

const all = [1, 2, 3, 4, 5].map((id) => ({ id }));

interface Item {
  readonly id: number;
}
type Operations = Readonly<Record<"byNumber" | "byOffset" | "byToken" | "byLink", ListTypes>>;
interface ListTypes extends OperationTypes {
  item: Item;
  call: [request?: object];
  result: StatusResponse<200, { items: Item[] }>;
}

/** Serves five items in pages of two. */
function page(start: number) {
  const next = start < 4 ? String(start + 2) : undefined;
  return { items: all.slice(start, start + 2), next };
}

test("the lists of a served contract are read to their ends, and their items are typed", async () => {
  const generated = await generateFromBody(specification);
  await using server = await listen(({ url = "" }, response) => {
    const { pathname, searchParams } = new URL(url, "http://localhost");
    const value = (name: string) => Number(searchParams.get(name) ?? 0);
    response.setHeader("content-type", "application/json");
    const { items, next } = page(
      pathname === "/numbers"
        ? (value("page") || 1) * 2 - 2
        : value(pathname === "/offsets" ? "skip" : "after"),
    );
    if (pathname === "/tokens" && next !== undefined) response.setHeader("next", next);
    const link =
      pathname === "/links" && next !== undefined
        ? { next: `https://a.example/?after=${next}` }
        : {};
    response.end(JSON.stringify({ items, ...link }));
  });
  const { operations } = (await generated.contract("shelf")) as Contract<Operations>;
  const client = createContractClient<Operations>(operations, { baseUrl: server.url.origin });
  const lists = createLists<Operations>(client, operations);
  for (const [id, read] of Object.entries(lists)) {
    const items: Item[] = [];
    for await (const item of read()) items.push(item);
    expect([id, items]).toEqual([id, all]);
  }
  expect(Object.keys(lists)).toHaveLength(4);

  const program = (item: string) => ({
    "lists.ts": `import { createContractClient } from "@contract-toolkit/client";
      import { createLists } from "@contract-toolkit/client/lists";
      import { operations, type Operations } from "${generated.folder}/shelf/operations.js";
      const client = createContractClient<Operations>(operations, { baseUrl: "" });
      const lists = createLists<Operations>(client, operations);
      for await (const item of lists.byToken({ query: { size: 9 } })) console.log(${item});`,
  });
  expect(typecheck(program("item.id + 1"))).toEqual([]);
  expect(typecheck(program("item.name"))).toMatchObject([
    { text: expect.stringContaining("name") as string },
  ]);
});
