import { expect, test } from "vitest";
import { choose, measure } from "./measure.ts";
import type { MutantGroup, Outcome } from "./mutant.ts";
import { describeScores } from "./report.ts";

const killed = { outcome: "killed", caseId: "a/b", finding: "no" } as const;
const survived = { outcome: "survived" } as const;
const outcomes: Readonly<Record<string, Outcome>> = {
  "drop a": killed,
  "drop b": killed,
  "swap a": survived,
  "swap b": survived,
};

/** A group whose mutants have these outcomes. */
function group(head: Partial<MutantGroup>, wanted = outcomes): MutantGroup {
  return {
    name: "things",
    mutants: Object.entries(wanted).map(([id, outcome]) => ({
      id,
      attempt: () => Promise.resolve(outcome),
    })),
    [Symbol.asyncDispose]: () => Promise.resolve(),
    ...head,
  };
}

const seed = "s";

test("equivalents are not in the score and are listed with their reason", async () => {
  const equivalents = [{ mutants: ["sw.* b"], reason: "both are alike" }];
  const score = await measure(group({ aim: 0.5, equivalents }), { seed });
  expect(score).toMatchObject({ score: 2 / 3, isReached: true, equivalent: 1 });
  const text = describeScores([score]);
  expect(text).toContain("survived\n  swap a");
  expect(text).toContain("equivalent, because both are alike\n  swap b");
  expect(text).toContain("66.7 % of 3 killed (95 % interval 20.8 % to 93.9 %), aim 50.0 %");
});

test("a score below the aim is not reached", async () => {
  const score = await measure(group({ aim: 0.6 }), { seed });
  expect(score).toMatchObject({ score: 0.5, isReached: false });
});

test("an equivalent that is killed is reported as unused, unless only a sample was tried", async () => {
  const equivalents = [{ mutants: ["drop .*"], reason: "no reason" }];
  const whole = await measure(group({ aim: 0.5, equivalents }), { seed });
  expect(whole).toMatchObject({ unused: ["drop .*"], isReached: false });
  const part = await measure(group({ aim: 0.5, equivalents }), { seed, sample: 2 });
  expect(part).toMatchObject({ tried: 2, unused: [] });
});

test("another mutant is drawn in place of one that does not compile or start", async () => {
  const some = { "one a": survived, "one b": { outcome: "invalid" }, "one c": killed } as const;
  for (const atOnce of [1, 3]) {
    const score = await measure(group({ aim: 0.5, atOnce }, some), { seed, sample: 2 });
    expect(score).toMatchObject({ tried: 2, killed: 1, survived: 1, score: 0.5 });
  }
});

test("a killed mutant of a group without an aim is a false alarm", async () => {
  const score = await measure(group({}), { seed });
  expect(score.isReached).toBe(false);
  expect(describeScores([score])).toContain("MISSED things: 2 false alarms");
  const calm = await measure(group({}, { "swap a": survived }), { seed });
  expect(calm.isReached).toBe(true);
});

test("the same seed draws the same mutants, and another seed draws others", () => {
  const all = Array.from({ length: 100 }, (_, id) => ({ id: String(id) }));
  const chosen = choose(all, 10, "one");
  expect(choose(all, 10, "one")).toEqual(chosen);
  expect(choose(all.toReversed(), 10, "one").toReversed()).toEqual(chosen);
  expect(choose(all, 10, "two")).not.toEqual(chosen);
});
