import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { full } from "../../../server/gateway/testing/long-test.ts";
import { findSurprises, readExceptions } from "./exceptions.ts";
import { measure } from "./measure.ts";
import { readSpecifications, type Specification } from "./specifications.ts";
import { resultsPage } from "./table.ts";

test("the scenarios of Spector pass on both sides, with the listed exceptions", async () => {
  const specifications = await readSpecifications();
  const exceptions = await readExceptions();
  const results = await measure(full ? specifications : firstOfEachFolder(specifications));
  expect(findSurprises(results, exceptions)).toEqual([]);
  if (full)
    expect(await readFile("docs/spector.md", "utf8")).toBe(resultsPage(results, exceptions));
});

function firstOfEachFolder(specifications: readonly Specification[]): Specification[] {
  const folders = Map.groupBy(specifications, ({ name }) => name.split("/")[0]);
  return [...folders.values()].flatMap(([first]) => first ?? []);
}
