import { describe, expect, test } from "vitest";
import { provider } from "../../../../server/provider-states/merchant.ts";
import { describeVerdict, playOnReceiver } from "../../../index.ts";
import { concerns } from "../../../internal.ts";
import { startReceiver } from "../../../testing/receiver.ts";
import { committedSuite } from "../../../testing/suites.ts";

const { cases, constraints } = await committedSuite("merchant");
const requests = constraints().cases.filter((each) => concerns(each, "receiver"));
const operations = Map.groupBy(requests, ({ operation }) => operation.id);

/** The secret that the samples are signed with. */
const secret = String(
  cases[0]?.providerStates.find(({ name }) => name === "secret")?.values["secret"],
);

describe("the client's verification keeps every constraint of the callbacks", () => {
  test.each([...operations])("of %s", async (_, played) => {
    await using receiver = await startReceiver(secret);
    const failed: string[] = [];
    for (const each of played) {
      const verdict = await playOnReceiver(each, { ...receiver, provider });
      if (verdict.outcome !== "passed") failed.push(describeVerdict(verdict));
    }
    expect(failed).toEqual([]);
  });
});
