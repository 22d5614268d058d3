import { describe, expect, test } from "vitest";
import { full, longTest } from "../../../server/gateway/testing/long-test.ts";
import { runSeed } from "../../../server/gateway/testing/random.ts";
import type { Verdict } from "../../verdict.ts";
import { scenarios } from "../../../server/gateway/tests/testing/scenarios.ts";
import { openResponses } from "./responses/responses.ts";
import { editedCopy } from "./code/edited-copy.ts";
import { editedFiles, readMutants } from "./code/edits.ts";
import { groups, implementations, withGateway } from "./groups.ts";
import { measure } from "./measure.ts";
import type { Mutant } from "./mutant.ts";

/** How many mutants of a group are tried. All of them take more than an hour (`npm run conformance:mutation`). */
const sampleOf = (name: string) => {
  if (name === "spec") return 1;
  if (full) return Object.hasOwn(implementations, name.replace("-variations", "")) ? 30 : 1000;
  return 1;
};

/** How many cases of each kind are played on a permitted variation. */
const cases = (name: string) => {
  if (full) return name.startsWith("server") || name.startsWith("receiver") ? 4 : 2000;
  return Object.hasOwn(implementations, name.replace("-variations", "")) ? 60 : 1;
};

/** The largest group takes twenty minutes. */
const LIMIT_MS = 3_600_000;
const seed = String(runSeed());

console.log(`mutation score: SEED=${seed}`);

/** Groups of full runs: changes of the specification take long, and of the variations one group is enough. */
const onlyFull = /^spec$|^(?!http-).*-variations$/;

/** Some random mutants survive; their share is measured every night. Python is not everywhere. */
const measured = Object.entries(groups).filter(
  ([name]) => name !== "random" && name !== "python" && (full || !onlyFull.test(name)),
);

describe.each(measured)("%s", (name, open) => {
  longTest(
    "every mutant is noticed unless it is listed, and no permitted variation is reported",
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

test("a suite that accepts everything kills no mutant of a response", async () => {
  await using group = await withGateway((by) =>
    openResponses({
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
  "every mutant of %s can be made, and has a unique id",
  async (name, load) => {
    const mutants = await readMutants(name);
    const { folders } = await load();
    const made = await Promise.allSettled(mutants.map(({ edits }) => editedFiles(edits, folders)));
    const errors = made.flatMap((result) =>
      result.status === "rejected" ? [String(result.reason)] : [],
    );
    expect(errors).toEqual([]);
    expect(new Set(mutants.map(({ id }) => id)).size).toBe(mutants.length);
  },
);

test("every scenario has a mutant that it must notice", async () => {
  const mutants = await readMutants("handlers");
  const kinds = new Set(mutants.flatMap(({ operator }) => operator.split(", ")));
  expect(scenarios.map(({ id }) => id).filter((id) => !kinds.has(id))).toEqual([]);
});

const own = "conformance/lab/mutation";
const there = `found in ${own}/code/edits.ts, placeOf`;

test.each([
  ["has a text that is not in the code", [own], [{ from: "gone text" }], "has it 0 times: gone te"],
  ["has a text that is there several times", [own], [{ from: "edit.in" }], `: edit.in\n  ${there}`],
  [
    "makes a file no TypeScript",
    [own],
    [{ in: "placesIn", from: "wanted: string", to: "wanted:" }],
    "edits.ts: Synt",
  ],
  ["names another declaration", [own], [{ in: "lost", from: "edit.in" }], `: edit.in\n  ${there}`],
  [
    "edits files of two folders",
    ["contract", own],
    [
      { from: "export async function placeOf", to: "async function placeOf" },
      { from: "export function valueAt", to: "function valueAt" },
    ],
    "holds all",
  ],
])("a mutant is refused if it %s", async (_, folders, texts, reason) => {
  const edits = texts.map((text) => ({ mutant: 'a.yaml "b"', to: "", ...text }));
  await expect(editedCopy(folders, edits)).rejects.toThrow(reason);
});
