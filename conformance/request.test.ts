import { expect, test } from "vitest";
import { fillPlaceholders, parseQueryPairs, writeRequest } from "./request.ts";
import { operation } from "./testing/one-operation.ts";

test("a list in a header is separated by commas, and credentials are filled in", () => {
  const sample = { readers: ["ann", "bob"], depth: 2, Key: "Bearer <TOKEN>" };
  expect(fillPlaceholders(sample, { key: "Bearer a.b.c" })).toEqual({
    readers: "ann,bob",
    depth: "2",
    Key: "Bearer a.b.c",
  });
});

test("in a query, spaces and the separator of a list are percent-encoded within values", () => {
  const list = { in: "query", type: "string", required: false, array: { explode: false } } as const;
  const parameters = [{ name: "labels", ...list }];
  const query = { labels: ["x,y", "z"], other: "a,b +" };
  const listing = { ...operation, parameters };
  const { url } = writeRequest(
    listing,
    { path: {}, query, headers: {} },
    new URL("http://127.0.0.1"),
  );
  expect(url.search).toBe("?labels=x%2Cy,z&other=a%2Cb%20%2B");
  expect(parseQueryPairs(listing, url.search)).toEqual([
    ["labels", ["x,y", "z"]],
    ["other", "a,b +"],
  ]);
});
