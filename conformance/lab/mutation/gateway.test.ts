import { describe, expect, test } from "vitest";
import { full, longTest } from "../../../server/gateway/testing/long-test.ts";
import { codeGroups, groups, withGateway } from "./groups.ts";
import { measure } from "./measure.ts";
import type { Mutant } from "./mutant.ts";
import { openAnswers } from "./answers/answers.ts";
import { runSeed } from "../../../server/gateway/testing/random.ts";
import type { Verdict } from "../../verdict.ts";

/** Of each group, which may have thousands. All of them take more than an hour: `npm run conformance:mutation`. */
const sample = full ? 1000 : 2;

/** How many cases a variation of an implementation is asked. */
const casesOfVariation = full ? 4 : 1;

/** The largest group has thousands, and takes twenty minutes. */
const LIMIT_MS = 3_600_000;
const seed = String(runSeed());

console.log(`mutation score: SEED=${seed}`);

/** Sampled by tests beside them: one of their mutants takes seconds. */
const slow: ReadonlySet<string> = new Set([
  "spec",
  ...Object.keys(codeGroups).flatMap((name) => [name, `${name}-variations`]),
]);

describe.each(Object.entries(groups).filter(([name]) => !slow.has(name)))("%s", (_, open) => {
  longTest(
    "no fault goes unnoticed that was not known to, and nothing legitimate is refused",
    LIMIT_MS,
    async (step) => {
      step("the start of server and clients");
      await using group = await open({ cases: casesOfVariation, seed });
      const onTry = ({ id }: Mutant, number: number, all: number) => {
        step(`fault ${number} of ${all}: ${id} (SEED=${seed})`);
      };
      const score = await measure(group, { sample, seed, onTry });
      const unexpected = score.results.filter(
        ({ outcome }) => outcome === (group.aim === undefined ? "killed" : "survived"),
      );
      expect(unexpected.map(({ mutant, outcome }) => `${outcome}: ${mutant.id}`)).toEqual([]);
      expect(score.tried).toBe(Math.min(sample, group.mutants.length));
    },
  );
});

test("a suite that judges nothing kills no fault of an answer", async () => {
  await using group = await withGateway((by) =>
    openAnswers({
      ...by,
      playCase: ({ contract }, played) => Promise.resolve(passed(`${contract.name}/${played.id}`)),
      playScenario: ({ id }) => Promise.resolve(passed(id)),
    }),
  );
  const { score } = await measure(group, { sample: 20, seed });
  expect(score).toBe(0);
});

function passed(id: string): Verdict {
  const source = { file: "", line: 1, column: 1 };
  return {
    case: { id, kind: "sample", why: "", source },
    target: "server",
    outcome: "passed",
    findings: [],
  };
}
