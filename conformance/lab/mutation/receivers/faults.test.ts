import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { callbackCases } from "../../../callbacks/index.ts";
import { provider } from "../../../../server/provider-states/merchant.ts";
import { playOnReceiver } from "../../../targets/receiver/receiver.ts";
import { committedSuite } from "../../../testing/suites.ts";
import { describeVerdict } from "../../../verdict.ts";
import { receiverFaults } from "../../fixtures/faults/receiver/index.ts";
import { startFaultyReceiver } from "../../fixtures/faults/receiver/start.ts";
import { full } from "../../testing/full-run.ts";
import { chosen } from "../../testing/random.ts";
import { lost } from "../code-fault.ts";
import { readEquivalents, withoutEquivalents } from "../equivalents.ts";
import { asking, openReceiverMutants, receiverPlays, secretOf } from "./faults.ts";

const suite = await committedSuite("merchant");
const cases = callbackCases(suite, provider);

/** Faults that everybody has to be able to see found out by name. */
const named = [
  ["body-signature-ignored", "signature/made with another secret"],
  ["body-signature-first-half", "signature/right in its first half"],
  ["first-signature-only", "webhook-signature/after another"],
  ["body-written-anew", "bodies/on several lines"],
  ["repeats-by-time-of-signing", "acting/signed anew"],
  ["simultaneous-copies", "acting/at once"],
  ["remembers-before-verifying", "acting/after a forgery"],
  ["acts-before-verifying", "damage/a space before it"],
] as const;

test.each(named)("a receiver with the fault %s is found out by %s", async (fault, name) => {
  const { edits = [] } = receiverFaults.find(({ id }) => id === fault) ?? {};
  const played = cases.find(({ id }) => id === `receivePayment/callback/${name}`);
  if (!played) throw new Error(`there is no case ${name}`);
  await using faulty = await startFaultyReceiver(secretOf(suite), edits);
  expect(await playOnReceiver(played, asking(faulty, provider))).toMatchObject({
    outcome: "failed",
  });
});

test("every fault can be made", async () => {
  expect(await lost(receiverFaults)).toEqual([]);
});

test("every fault has an id of its own", () => {
  const ids = receiverFaults.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

/** How many cases an ordinary run draws: all of them take some ten seconds. */
const DRAWN = full ? Infinity : 40;

test("a shop that does everything right is certified", { timeout: 120_000 }, async () => {
  await using healthy = await startFaultyReceiver(secretOf(suite), []);
  const tested = asking(healthy, provider);
  const plays = full
    ? [...receiverPlays(suite, tested)]
    : chosen(cases, DRAWN, "cases of callbacks").map((each) => () => playOnReceiver(each, tested));
  const failed: string[] = [];
  for (const play of plays) {
    const verdict = await play();
    if (verdict.outcome !== "passed") failed.push(describeVerdict(verdict));
  }
  expect(failed).toEqual([]);
});

/** How many of the faults a full run draws: each takes seconds. All of them are `npm run conformance:mutation`. */
const FAULTS = 20;

describe.runIf(full)("a fault of a receiver is noticed", async () => {
  await using group = await openReceiverMutants(suite, provider);

  const equivalents = await readEquivalents(join(import.meta.dirname, "../equivalents.yaml"));

  test.each(chosen(withoutEquivalents(group, equivalents), FAULTS, "faults of a receiver"))(
    "$id: $description",
    { timeout: 120_000 },
    async (mutant) => {
      expect(await group.attempt(mutant)).toMatchObject({ outcome: "killed" });
    },
  );
});
