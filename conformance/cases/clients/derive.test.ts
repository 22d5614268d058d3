import { expect, test } from "vitest";
import { callCases } from "./derive.ts";
import { committedSuite } from "../../testing/suites.ts";

const gateway = await committedSuite("gateway");
const allCalls = callCases(gateway);

test("each case of a call is data, has a unique id and names the section that it follows", () => {
  expect(JSON.stringify(callCases(gateway))).toBe(JSON.stringify(allCalls));
  expect(new Set(allCalls.map(({ id }) => id)).size).toBe(allCalls.length);
  for (const { section } of allCalls)
    expect(section).toMatch(/^(RFC \d+, sections? \d|OpenAPI 3\.0, [A-Z])/);
});

test("every operation has cases of calls of every group", () => {
  const groups = Map.groupBy(allCalls, ({ operation }) => operation.id);
  expect([...groups.keys()].sort()).toEqual(Object.keys(gateway.contract.operations).sort());
  for (const own of groups.values())
    expect([...new Set(own.map(({ group }) => group))].sort()).toEqual([
      ...["addresses", "broken-responses", "judgement", "media-types", "redirects"],
      ...["repeats", "responses", "statuses", "values"],
    ]);
});
