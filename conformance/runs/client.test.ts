import { expect, test } from "vitest";
import { planClient } from "./client.ts";
import { callCases, type Suite } from "../index.ts";
import { committedSuite } from "../testing/suites.ts";

const gateway = await committedSuite("gateway");

/** Without constraints, because deriving them takes long. */
const suite: Suite = {
  ...gateway,
  constraints: () => ({ cases: [], coveredBySample: [], exclusions: [], unknown: [] }),
};

function saying(greeting: string): string {
  return `echo '${greeting}'; cat > /dev/null`;
}

test("a client that validates responses gets responses that only violate the contract", async () => {
  await using plan = await planClient(suite, saying('{"protocol":2}'));
  expect(plan.planned).toHaveLength(suite.cases.length + callCases(suite).length);
});

test("a client that does not validate gets none of them", async () => {
  await using plan = await planClient(suite, saying('{"protocol":2,"validates":false}'));
  const ids = plan.planned.map(({ case: { id } }) => id);
  expect(ids).toContain("deleteToken/http/broken-responses/cut off");
  expect(ids).toContain("deleteToken/http/redirects/307 elsewhere");
  expect(ids.filter((id) => /\/(statuses|judgement)\/|media-types\/text/.test(id))).toEqual([]);
});
