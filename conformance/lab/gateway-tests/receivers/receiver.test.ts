import { afterAll, expect, test } from "vitest";
import { LATE_MS, startFlawedReceiver, type Flaw } from "../../fixtures/receivers/receiver.ts";
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

test("a receiver that believes everything is found out", async () => {
  const played = cases[0];
  if (!played) throw new Error("there are no samples");
  await using receiver = await startReceiver("", {
    verify: () => Promise.resolve({ ok: true, id: "", event: undefined as never }),
  });
  const verdict = await playOnReceiver(played, receiver);
  expect(verdict.findings).toEqual(
    expect.arrayContaining([
      {
        message: expect.stringContaining("forged (signature changed) was accepted") as string,
      },
    ]),
  );
});

test("a receiver with another secret is found out", async () => {
  const played = cases[0];
  if (!played) throw new Error("there are no samples");
  await using receiver = await startReceiver("another secret");
  expect((await playOnReceiver(played, receiver)).findings).toEqual([
    { message: "genuine: expected 2xx, found 401" },
  ]);
});

const flaws: Record<Flaw, string> = {
  "accepts-all": "forged (signature made with another secret) was accepted with 204",
  "checks-only-standard-webhooks":
    "forged (signature made with another secret) was accepted with 204",
  "checks-only-body-signature":
    "forged (webhook-signature made with another secret) was accepted with 204",
  "checks-headers-if-there":
    "forged (event changed, webhook-id, webhook-timestamp, webhook-signature left out) was accepted with 204",
  "ignores-time": "sent an hour ago was accepted with 204",
  "refuses-earlier": "earlier than the last: expected 2xx, found 409",
  "answers-late": "genuine: expected 2xx, found no answer",
  "never-answers": "genuine: expected 2xx, found no answer",
  redirects: "genuine: expected 2xx, found 307",
  "fails-on-repeats": "repeated: expected 2xx, found 500",
  "acts-on-repeats": "repeated: was acted on a second time",
  "hangs-up-on-damage": "forged (body cut off): expected 4xx, found no answer",
  "crashes-on-damage": "forged (body cut off): expected 4xx, found 500",
};

/** As little as a busy machine answers in, so that the test does not wait long for what never comes. */
const PATIENCE_MS = LATE_MS / 2;

test.each(Object.entries(flaws) as [Flaw, string][])(
  "a receiver that %s is found out",
  async (flaw, message) => {
    const [played] = cases;
    if (!played) throw new Error("there are no samples");
    await using receiver = await startFlawedReceiver(secretOf(played), flaw);
    const { outcome, findings } = await playOnReceiver(played, {
      url: receiver.url,
      provider,
      ...(message.startsWith("genuine: expected 2xx, found no answer") && {
        patienceMs: PATIENCE_MS,
      }),
    });
    expect(outcome).toBe("failed");
    expect(findings).toContainEqual({ message });
    // A single flaw does not count against everything.
    if (flaw !== "accepts-all" && flaw !== "checks-only-body-signature")
      expect(findings.length).toBeLessThanOrEqual(4);
  },
);

test.each(cases)("a receiver with its own clock is certified with $id", async (played) => {
  await using receiver = await startFlawedReceiver(secretOf(played));
  const verdict = await playOnReceiver(played, {
    url: receiver.url,
    provider,
  });
  expect(verdict.outcome, describeVerdict(verdict)).toBe("passed");
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
