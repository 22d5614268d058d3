import { expect, test } from "vitest";
import { choose } from "./choose.ts";
import { measure } from "./measure.ts";
import type { MutantGroup, MutantResult } from "./mutant.ts";
import { asJson, describeScores } from "./report.ts";

const killed = { outcome: "killed", caseId: "a/b", finding: "no" } as const;

type Outcome = MutantResult extends infer Result
  ? Result extends { mutant: unknown }
    ? Omit<Result, "mutant">
    : never
  : never;

/** A group whose mutants come to what is told. */
function group(
  outcomes: Readonly<Record<string, Outcome>>,
  head: Partial<MutantGroup> = {},
): MutantGroup {
  return {
    name: "things",
    aim: 0.5,
    mutants: Object.keys(outcomes).map((id) => ({
      id,
      operator: id.slice(0, 4),
      description: `${id} is wrong`,
    })),
    attempt: (mutant) => Promise.resolve({ mutant, ...outcomes[mutant.id] } as MutantResult),
    [Symbol.asyncDispose]: () => Promise.resolve(),
    ...head,
  };
}

const outcomes = {
  "drop a": { ...killed, by: "schema" },
  "drop b": { ...killed, by: "sample" },
  "swap a": { outcome: "survived" },
  "swap b": { outcome: "survived" },
} as const;

const seed = "s";

test("equivalents are left out of the score, and listed with their reason", async () => {
  const equivalents = [
    { group: "things", mutants: ["swap *b"], reason: "both are alike" },
    { group: "others", mutants: ["*"], reason: "another group" },
  ];
  const score = await measure(group(outcomes), { seed, equivalents });
  expect(score).toMatchObject({ score: 2 / 3, isReached: true, equivalent: 1 });
  expect(score.operators["swap"]).toMatchObject({ tried: 2, survived: 1 });
  const text = describeScores([score]);
  expect(text).toContain("survived, one by one\n  swap a: swap a is wrong");
  expect(text).toContain("left out, because both are alike\n  swap b");
  expect(text).toContain("66.7 % of 3 killed, aim 50.0 %");
});

test("a group misses its aim", async () => {
  const score = await measure(group(outcomes, { aim: 0.6 }), { seed });
  expect(score).toMatchObject({ score: 0.5, isReached: false });
  expect(asJson([score], seed)).toMatchObject({ seed, isReached: false });
});

test("an equivalent that is noticed after all is told, unless only some mutants were tried", async () => {
  const equivalents = [{ group: "things", mutants: ["drop *"], reason: "no reason" }];
  const whole = await measure(group(outcomes), { seed, equivalents });
  expect(whole).toMatchObject({ unused: ["drop *"], isReached: false });
  const part = await measure(group(outcomes), { seed, sample: 2, equivalents });
  expect(part).toMatchObject({ tried: 2, unused: [] });
});

test("whatever kills something legitimate is a false alarm", async () => {
  const legitimate = { isLegitimate: true } as const;
  const score = await measure(group(outcomes, legitimate), { seed });
  expect(score.isReached).toBe(false);
  expect(describeScores([score])).toContain("MISSED things: 2 false alarms");
  const { "swap a": kept } = outcomes;
  const calm = await measure(group({ "swap a": kept }, legitimate), { seed });
  expect(calm.isReached).toBe(true);
});

test("a seed chooses the same mutants, another one others", () => {
  const all = Array.from({ length: 100 }, (_, id) => ({ id: String(id) }));
  const chosen = choose(all, 10, "one");
  expect(choose(all, 10, "one")).toEqual(chosen);
  expect(choose(all.toReversed(), 10, "one").toReversed()).toEqual(chosen);
  expect(choose(all, 10, "two")).not.toEqual(chosen);
});
