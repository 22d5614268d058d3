import { expect, test } from "vitest";
import { provider } from "../../../provider-states/merchant.ts";
import { playOnReceiver } from "../../../../conformance/index.ts";
import { concerns } from "../../../../conformance/internal.ts";
import { failuresOf } from "../../../../conformance/testing/failures.ts";
import { startReceiver } from "../../../../conformance/testing/receiver.ts";
import { drawn } from "../../testing/drawn.ts";
import { committedSuite } from "../../../../conformance/testing/suites.ts";

const { cases, constraints } = await committedSuite("merchant");
const boundaries = constraints().cases.filter((each) => concerns(each, "receiver"));

/** The secret that the samples are signed with. */
const secret = String(
  cases[0]?.providerStates.find(({ name }) => name === "secret")?.values["secret"],
);

const asked = drawn(boundaries, 1 / 3, "boundaries for receivers");

test.each([...Map.groupBy(asked, ({ operation }) => operation.id)])(
  "the client's verification passes the constraints of %s",
  async (_, played) => {
    await using receiver = await startReceiver(secret);
    const play = (each: (typeof boundaries)[number]) =>
      playOnReceiver(each, { ...receiver, provider });
    expect(await failuresOf(played, play)).toEqual([]);
  },
);

test("it passes every sample, with the time of the message and with its own clock", async () => {
  await using ofSender = await startReceiver(secret);
  await using ofMachine = await startReceiver(secret, { clock: "machine" });
  expect(await failuresOf(cases, (each) => playOnReceiver(each, ofSender))).toEqual([]);
  const play = (each: (typeof cases)[number]) =>
    playOnReceiver(each, { url: ofMachine.url, provider });
  expect(await failuresOf(cases, play)).toEqual([]);
});

test("a receiver with another secret fails every sample", async () => {
  await using receiver = await startReceiver("another secret");
  const failures = await failuresOf(cases, (each) => playOnReceiver(each, receiver));
  expect(failures).toHaveLength(cases.length);
  for (const each of failures) expect(each).toContain("genuine: expected 2xx, found 401");
});
