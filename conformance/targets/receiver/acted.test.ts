import { expect, test } from "vitest";
import type { Acted } from "../../provider.ts";
import { actedFindings } from "./acted.ts";

/** A receiver that reports these values one after another. The last one is repeated. */
function reporting(...reports: readonly Acted[]) {
  let calls = 0;
  return () => Promise.resolve(reports[Math.min(calls++, reports.length - 1)]);
}

const once = { times: 1 } as const;

test("a receiver that cannot be asked is not judged", async () => {
  expect(await actedFindings(undefined, "a", once)).toEqual([]);
  expect(await actedFindings(() => Promise.resolve(undefined), "a", once)).toEqual([]);
});

test("a receiver may act after its response", async () => {
  expect(await actedFindings(reporting({ times: 0 }, { times: 0 }, once), "a", once)).toEqual([]);
});

test("the content that the receiver reports is compared", async () => {
  const expected = { times: 1, content: { name: " ö " } } as const;
  expect(await actedFindings(reporting({ times: 1 }), "a", expected)).toEqual([]);
  expect(
    await actedFindings(reporting({ times: 1, content: { name: " ö " } }), "a", expected),
  ).toEqual([]);
  expect(
    await actedFindings(reporting({ times: 1, content: { name: "ö" } }), "a", expected),
  ).toMatchObject([{ message: 'what the receiver read: /name: expected " ö ", found "ö"' }]);
});
