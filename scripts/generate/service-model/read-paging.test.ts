import type { Operation, Paging } from "@contract-toolkit/contract";
import { expect, test } from "vitest";
import { generatedFrom } from "../testing/specification.ts";

const item = "model Item { id: string; }\n";

/** The paging of the operation \`list\`, and the type of its items. */
async function pagingIn(text: string): Promise<[Paging | undefined, string | undefined]> {
  const files = await generatedFrom(item + text);
  const [, json = ""] =
    /JSON\.parse\(`([^]*)`\)/.exec(files.get("shelf/operations.js") ?? "") ?? [];
  const operations = JSON.parse(json) as Readonly<Record<string, Operation>>;
  const declared = files.get("shelf/operations.d.ts") ?? "";
  return [operations["list"]?.paging, /^ {2}item: (.*);$/m.exec(declared)?.[1]];
}

const body = `NonNullable<List200["items"]>[number]`;

test.each<[string, string, Paging["next"], string]>([
  [
    "a token in the body, by its name on the wire",
    `@list op list(@continuationToken @query("after") token?: string):
      { @pageItems items: Item[]; @continuationToken @encodedName("application/json", "next_token") next?: string };`,
    { by: "token", at: { body: ["next_token"] }, parameter: { in: "query", name: "after" } },
    body,
  ],
  [
    "a token in headers",
    `@list op list(@continuationToken @header from?: string):
      { @pageItems items: Item[]; @continuationToken @header nextToken?: string };`,
    { by: "token", at: { header: "next-token" }, parameter: { in: "header", name: "from" } },
    body,
  ],
  [
    "a link in a nested object of a body",
    `model Page { data: { @pageItems items: Item[] }; links: { @nextLink next?: url } }
     @error model Failure { code: string }
     @list op list(): { @bodyRoot page: Page } | Failure;`,
    { by: "link", at: { body: ["links", "next"] } },
    `NonNullable<NonNullable<List200["data"]>["items"]>[number]`,
  ],
  [
    "a number with a default",
    `@list op list(@pageIndex @query page?: int32 = 0, @pageSize @query size?: int32): { @pageItems items: Item[] };`,
    { by: "number", first: 0, parameter: { in: "query", name: "page" } },
    body,
  ],
  [
    "a total in a nested object",
    `model Position { size: int32; @totalItems all: int32 }
     model Page { @encodedName("application/json", "at") position: Position; @pageItems items: Item[] }
     @list op list(@pageIndex @query page?: int32): Page;`,
    {
      by: "number",
      first: 1,
      parameter: { in: "query", name: "page" },
      total: { body: ["at", "all"] },
    },
    body,
  ],
  [
    "a total in a header",
    `@list op list(@offset @query skip?: int32): { @totalItems @header count: int32, @pageItems items: Item[] };`,
    {
      by: "offset",
      first: 0,
      parameter: { in: "query", name: "skip" },
      total: { header: "count" },
    },
    body,
  ],
  [
    "an offset",
    `@list op list(@offset @query skip?: int32): { @pageItems items: Item[] };`,
    { by: "offset", first: 0, parameter: { in: "query", name: "skip" } },
    body,
  ],
])("reads %s", async (_, text, next, type) => {
  const [paging, itemType] = await pagingIn(text);
  expect(paging?.next).toEqual(next);
  expect(itemType).toBe(type);
});

test.each([
  ["no list", "op list(): { items: Item[] };"],
  ["no way to the next page", "@list op list(): { @pageItems items: Item[] };"],
])("%s has no paging", async (_, text) => {
  expect(await pagingIn(text)).toEqual([undefined, undefined]);
});
