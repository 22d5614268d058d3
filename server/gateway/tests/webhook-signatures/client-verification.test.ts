import { expect, test } from "vitest";
import { provider } from "../../../provider-states/merchant.ts";
import { playOnReceiver } from "../../../../conformance/index.ts";
import { failuresOf } from "../../../../conformance/testing/failures.ts";
import { startReceiver } from "../../../../conformance/testing/receiver.ts";
import { drawn } from "../../testing/drawn.ts";
import { committedSuite } from "../../../../conformance/testing/suites.ts";

const { cases, constraints } = await committedSuite("merchant");
const boundaries = constraints("receiver").cases;

/** The secret that the samples are signed with. */
const secret = String(
  cases[0]?.providerStates.find(({ name }) => name === "secret")?.values["secret"],
);

const asked = drawn(boundaries, 1 / 3, "boundaries for receivers");

test.each([...Map.groupBy(asked, ({ operation }) => operation.id)])(
  "the client's verification passes the constraints of %s",
  async (_, played) => {
    await using receiver = await startReceiver(secret);
    const play = (constraintCase: (typeof boundaries)[number]) =>
      playOnReceiver(constraintCase, { ...receiver, provider });
    expect(await failuresOf(played, play)).toEqual([]);
  },
);

test("it passes every sample, with the time of the message and with its own clock", async () => {
  await using ofSender = await startReceiver(secret);
  await using ofMachine = await startReceiver(secret, { clock: "machine" });
  expect(await failuresOf(cases, (testCase) => playOnReceiver(testCase, ofSender))).toEqual([]);
  const play = (item: (typeof cases)[number]) =>
    playOnReceiver(item, { url: ofMachine.url, provider });
  expect(await failuresOf(cases, play)).toEqual([]);
});

test("a receiver with another secret fails every sample", async () => {
  await using receiver = await startReceiver("another secret");
  const failures = await failuresOf(cases, (testCase) => playOnReceiver(testCase, receiver));
  expect(failures).toHaveLength(cases.length);
  for (const failure of failures) expect(failure).toContain("genuine: expected 2xx, found 401");
});
