import { describe, expect, test } from "vitest";
import { full, longTest } from "../../../server/gateway/testing/long-test.ts";
import { runSeed } from "../../../server/gateway/testing/random.ts";
import type { Verdict } from "../../verdict.ts";
import { scenarios } from "../testing/scenarios.ts";
import { openAnswers } from "./answers/answers.ts";
import { editedCopy } from "./code/edited-copy.ts";
import { lost, readFaults } from "./code/edits.ts";
import { groups, implementations, withGateway } from "./groups.ts";
import { measure } from "./measure.ts";
import type { Mutant } from "./mutant.ts";

/** Of each group, which may have thousands. All of them take more than an hour: `npm run conformance:mutation`. */
const sampleOf = (name: string) => {
  if (name === "spec") return 1;
  if (full) return Object.hasOwn(implementations, name.replace("-variations", "")) ? 30 : 1000;
  return 1;
};

/** Of each kind of cases, how many are played to what is legitimate. */
const cases = (name: string) => {
  if (full) return name.startsWith("server") || name.startsWith("receiver") ? 4 : 2000;
  return Object.hasOwn(implementations, name.replace("-variations", "")) ? 60 : 1;
};

/** The largest group has thousands, and takes twenty minutes. */
const LIMIT_MS = 3_600_000;
const seed = String(runSeed());

console.log(`mutation score: SEED=${seed}`);

/** What a full run adds: a change of the specification takes long, and variations of one group are measured like those of all. */
const onlyFull = /^spec$|^(?!http-).*-variations$/;
const measured = Object.entries(groups).filter(([name]) => full || !onlyFull.test(name));

describe.each(measured)("%s", (name, open) => {
  longTest(
    "no fault goes unnoticed that was not known to, and nothing legitimate is refused",
    LIMIT_MS,
    async (step) => {
      step("the start of server and clients");
      await using group = await open({ cases: cases(name), seed });
      const sample = sampleOf(name);
      const onTry = ({ id }: Mutant, number: number, all: number) => {
        step(`fault ${number} of ${all}: ${id} (SEED=${seed})`);
      };
      const score = await measure(group, { sample, seed, onTry });
      const unexpected = score.results.filter(
        ({ outcome }) => outcome === (group.aim === undefined ? "killed" : "survived"),
      );
      expect(unexpected.map(({ mutant, ...result }) => ({ ...result, id: mutant.id }))).toEqual([]);
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

test.each(Object.entries(implementations))(
  "every fault of %s can be made, and has a name of its own",
  async (name, load) => {
    const faults = await readFaults(name);
    const { folders } = await load();
    expect(
      await lost(
        faults.flatMap(({ edits }) => edits),
        folders,
      ),
    ).toEqual([]);
    expect(new Set(faults.map(({ id }) => id)).size).toBe(faults.length);
  },
);

test("every scenario has faults that it has to notice", async () => {
  const faults = await readFaults("handlers");
  const kinds = new Set(faults.flatMap(({ operator }) => operator.split(", ")));
  expect(scenarios.map(({ id }) => id).filter((id) => !kinds.has(id))).toEqual([]);
});

test.each([
  ["of a text that is gone", ["server/gateway"], ["no such text"], "0 times instead of once"],
  [
    "of a text that is there twice, if no declaration is named",
    ["conformance/lab/mutation"],
    ["export"],
    "times instead of once: export",
  ],
  [
    "in files of two folders",
    ["contract", "conformance/lab/mutation"],
    ["export async function placeOf", "export function valueAt"],
    "holds all",
  ],
])("no fault is made %s", async (_, folders, texts, reason) => {
  const edits = texts.map((from) => ({ from, to: "" }));
  await expect(editedCopy(folders, edits)).rejects.toThrow(reason);
});
