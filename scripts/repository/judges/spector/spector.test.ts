import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { full } from "../../../../server/gateway/testing/long-test.ts";
import { findSurprises, readExceptions } from "./exceptions.ts";
import { measure } from "./measure.ts";
import { readSpecifications } from "./specifications.ts";
import { resultsPage } from "./table.ts";

test("the scenarios of Spector pass on both sides, with the listed exceptions", async () => {
  const specifications = await readSpecifications();
  const exceptions = await readExceptions();
  const results = await measure(specifications.filter(({ name }) => full || few.includes(name)));
  expect(findSurprises(results, exceptions)).toEqual([]);
  if (full)
    expect(await readFile("docs/spector.md", "utf8")).toBe(resultsPage(results, exceptions));
});

/** Specifications of an ordinary run, which would take minutes with all of them: each has its own kind of message. */
const few = [
  ...["payload/xml", "routes", "streaming/jsonl", "streaming/sse"],
  ...["type/file", "type/union/discriminated"],
];
