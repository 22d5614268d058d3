import { expect, test } from "vitest";
import { playOnClient } from "../../index.ts";
import { committedSuite } from "../../testing/suites.ts";

const { contract, constraints } = await committedSuite("gateway");
const played = constraints().cases.find(
  ({ constraint, boundary }) => constraint.direction === "response" && boundary === "invalid",
);

test.each([
  ["asks and refuses the answer", true, "passed"],
  ["does not ask at all", false, "failed"],
])("a client that %s", async (_, asks, outcome) => {
  if (!played) throw new Error("there is no such case");
  const verdict = await playOnClient(contract, played, {
    async call(server) {
      if (asks) await fetch(server);
      throw new Error("refused");
    },
  });
  expect(verdict.outcome).toBe(outcome);
});
