import { afterAll, expect, test } from "vitest";
import { provider } from "../../../../server/provider-states/merchant.ts";
import { describeVerdict, playOnReceiver } from "../../../index.ts";
import { startReceiver } from "../../../testing/receiver.ts";
import { committedSuite } from "../../../testing/suites.ts";

const { cases } = await committedSuite("merchant");
let passed = 0;

afterAll(() => {
  console.log(`receiver: ${passed} of ${cases.length} samples passed, none skipped`);
});

/** The secret that the sample is signed with. */
function secretOf({ providerStates }: (typeof cases)[number]): string {
  const secret = providerStates.find(({ name }) => name === "secret")?.values["secret"];
  if (typeof secret !== "string") throw new Error("the sample states no secret");
  return secret;
}

test.each(cases)("the receiver keeps $id", async (played) => {
  await using receiver = await startReceiver(secretOf(played));
  const verdict = await playOnReceiver(played, receiver);
  expect(verdict.outcome, describeVerdict(verdict)).toBe("passed");
  passed += 1;
});

test("a receiver with another secret is found out", async () => {
  const played = cases[0];
  if (!played) throw new Error("there are no samples");
  await using receiver = await startReceiver("another secret");
  expect((await playOnReceiver(played, receiver)).findings).toEqual([
    { message: "genuine: expected 2xx, found 401" },
  ]);
});

test("the receiver that is built with the client is certified by its own clock", async () => {
  for (const played of cases) {
    await using receiver = await startReceiver(secretOf(played), {
      clock: "machine",
    });
    const verdict = await playOnReceiver(played, {
      url: receiver.url,
      provider,
    });
    expect(verdict.outcome, describeVerdict(verdict)).toBe("passed");
  }
});
