import { describe, expect, test } from "vitest";
import { full, longTest } from "../../../server/gateway/testing/long-test.ts";
import { runSeed } from "../../../server/gateway/testing/random.ts";
import { receivers } from "../fixtures/mutants/receivers.ts";
import { editedCopy } from "./code/edited-copy.ts";
import { editedFiles, readOnceMissed } from "./code/edits.ts";
import { groups, implementations } from "./groups.ts";
import { measure } from "./measure.ts";
import { blamed, type Mutant } from "./mutant.ts";

/** How many mutants of a group are tried. All of them take more than an hour (`npm run conformance:mutation`). */
const sampleOf = (name: string) => (full ? 1000 : name === "once-missed" ? 5 : 1);

/** How many cases of each kind are played on a permitted variation. */
const cases = full ? 4 : 1;

/** The largest group takes twenty minutes. */
const LIMIT_MS = 3_600_000;
const seed = String(runSeed());

console.log(`mutation score: SEED=${seed}`);

/** Of the variations, one group is enough otherwise. */
const onlyFull = "server-variations";

/** Some random mutants survive; their share is measured every night. Python is not everywhere. */
const measured = Object.entries(groups).filter(
  ([name]) => name !== "random" && name !== "python" && (full || name !== onlyFull),
);

describe.each(measured)("%s", (name, open) => {
  longTest(
    "every mutant is noticed unless it is listed, and no permitted variation is reported",
    LIMIT_MS,
    async (step) => {
      step("the start of server and clients");
      await using group = await open({ cases, seed });
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

test.each(Object.entries(implementations))("every edit of %s can be made", async (name, load) => {
  const mutants = (await readOnceMissed()).filter((mutant) => mutant.implementation === name);
  const { folders } = await load();
  const made = await Promise.allSettled(mutants.map(({ edits }) => editedFiles(edits, folders)));
  const errors = made.flatMap((result) =>
    result.status === "rejected" ? [String(result.reason)] : [],
  );
  expect(errors).toEqual([]);
  expect(mutants).not.toEqual([]);
});

const own = "bench/lab/mutation";
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

test("a receiver may know the shortest permitted id from another case", async () => {
  await using shop = await receivers.start([]);
  const played = (await shop.plays()).filter(({ id }) => id.endsWith("webhook-id minLength valid"));
  expect(played.length).toBeGreaterThan(1);
  expect(await blamed(played)).toEqual({ outcome: "survived" });
});
