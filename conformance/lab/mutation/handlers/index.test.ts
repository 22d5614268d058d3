import { describe, expect, test } from "vitest";
import { full } from "../../../../server/gateway/testing/long-test.ts";
import { describeVerdict } from "../../../index.ts";
import { playScenario } from "../../../scenarios/play.ts";
import { faults, scenarios, startServer } from "../../fixtures/faults/server/index.ts";
import { chosen } from "../../testing/random.ts";
import { editedCopy, lost } from "../code-fault.ts";
import { killingVerdict, openHandlerMutants } from "./index.ts";

/** Each takes seconds; all of them are `npm run conformance:mutation`. */
const SAMPLE = full ? 40 : 1;

/** So many faults are held against the scenarios that have to find them out. */
const FINDERS = full ? 100 : 6;

/** Of one that only the last scenario notices, beside other tests. */
const LIMIT_MS = 300_000;

/** Faults, and the scenarios that find them out by themselves. */
const finders = [
  [
    "authentication-told-otherwise",
    "authentication-failed authentications-by-card card-not-enrolled challenge-passed",
  ],
  [
    "payment-told-otherwise",
    "payment-notified order-expiry saved-cards banks-and-payers declined-directly endings-by-method",
  ],
  ["failed-as-verified", "challenge-failed"],
  ["challenge-without-effect", "challenge-passed"],
  ["challenge-after-failure", "challenge-ends-once"],
  ["indicator-swapped", "frictionless"],
  ["refused-mastercard-as-visa", "cards-of-networks"],
  ["second-reversal-record", "reverse-again reversal-decided-later reversal-retried seven-days"],
  ["reversal-after-capture", "capture-then-reverse"],
  ["captured-while-reversal-pending", "reversals-and-captures"],
  ["duplicate-accepted", "duplicate-order"],
  ["code-free-after-success", "order-codes"],
  ["expiry-a-second-late", "order-expiry"],
  ["cancelled-after-success", "nothing-after-the-end"],
  ["status-never-final", "pay-then-list"],
  ["oldest-first", "filter-and-page"],
  ["same-instant-shuffled", "same-instant"],
  ["listed-as-paid", "forms-of-others"],
  ["decided-at-another-time", "records-known"],
  ["machine-time", "times-told"],
  ["open-orders-stay-ahead", "clock-brought-back"],
  ["listed-extra-trimmed", "texts-kept"],
  ["listed-extra-masked", "numbers-in-texts"],
  ["language-by-either-name", "language"],
  ["pages-in-vietnamese", "payment-pages"],
  ["other-partner-told", "partner-made"],
  ["partner-ignored", "other-partner"],
  ["sub-account-ignored", "sub-account"],
  ["expired-jwt-accepted", "expired-credential"],
  ["grants-stay", "permissions"],
  ["owner-type-forgotten", "partner-changed"],
  ["forgets-fees", "fee-notified fees-told"],
  ["six-passwords", "wrong-otp-five-times"],
  ["chosen-bank-forgotten", "banks-and-payers"],
  ["direct-card-always-pays", "declined-directly"],
  ["saved-card-always-pays", "declined-on-the-page"],
  ["direct-cancel-ignored", "directly-by-method"],
  ["bank-chosen-for-cards-only", "endings-by-method"],
  ["token-not-deleted", "token-life"],
  ["token-deleted-later-pays", "deleted-token"],
  ["credit-card-not-saved", "saved-cards"],
  [
    "one-id-for-all-events",
    "acknowledged-late acknowledged-too-late notification-repeated payment-notified",
  ],
  ["listed-under-other-ids", "delivery-listed event-sent"],
  ["listed-to-other-urls", "acknowledgement"],
  ["never-retries", "delivery-schedule"],
  ["private-address-called", "addresses-not-called"],
  ["notifies-twice", "records-of-others"],
  ["frozen-untold", "sandbox-kept"],
] as const;

await using group = await openHandlerMutants();
const drawn = chosen(group.mutants, SAMPLE, "faults of handlers");

describe("a fault in a handler is noticed", () => {
  test.each(drawn)("$id: $description", { timeout: LIMIT_MS }, async (mutant) => {
    expect(await group.attempt(mutant)).toMatchObject({ outcome: "killed" });
  });

  test("and nothing is, where there is none", async () => {
    const operations = ["deleteToken"];
    expect(await killingVerdict({ edits: [], operations })).toBeUndefined();
  });

  test.each(chosen(finders, FINDERS, "scenarios"))(
    "%s is found out by %s",
    { timeout: LIMIT_MS },
    async (id, names) => {
      const fault = faults.find((each) => each.id === id);
      if (!fault) throw new RangeError(`There is no ${id}.`);
      await using faulty = await startServer(fault.edits);
      for (const name of names.split(" ")) {
        const scenario = scenarios.find((each) => each.id === `scenario/${name}`);
        if (!scenario) throw new RangeError(`There is no ${name}.`);
        const verdict = await playScenario(scenario, faulty.server);
        expect(verdict.outcome, `${name}: ${describeVerdict(verdict)}`).toBe("failed");
        expect(verdict.findings[0]?.message).toMatch(/^step \d+ \(\w+\), line \d+: /);
        expect(verdict.findings[0]?.source?.file).toContain(`/${name}.yaml`);
      }
    },
  );

  test("and every scenario finds out something", () => {
    const names = new Set(finders.flatMap(([, each]) => each.split(" ")));
    expect(scenarios.map(({ id }) => id).sort()).toEqual(
      [...names].map((name) => `scenario/${name}`).sort(),
    );
  });

  test("and every fault can be made", async () => {
    expect(await lost(faults)).toEqual([]);
  });

  test("and every fault has an id of its own", () => {
    const ids = group.mutants.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

test("a fault whose text is gone is not made", async () => {
  const file = "server/gateway/security/seal.ts";
  const edit = { file, text: "no such text", becomes: "" };
  await expect(editedCopy("server/gateway", [edit])).rejects.toThrow(
    `${file} has 0 times instead of once: no such text`,
  );
});

test("a fault in a file that is not copied is not made", async () => {
  const edit = { file: "contract/pointer.ts", text: "export", becomes: "" };
  await expect(editedCopy("server", [edit])).rejects.toThrow("is not in server");
});
