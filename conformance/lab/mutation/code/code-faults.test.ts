import { describe, expect, test } from "vitest";
import { describeVerdict } from "../../../verdict.ts";
import { full } from "../../testing/full-run.ts";
import { chosen } from "../../testing/random.ts";
import { codeGroups } from "../groups.ts";
import { lost } from "./edits.ts";

/** How many faults and variations are drawn. All of them are `npm run conformance:mutation`. */
const DRAWN = full ? 30 : 1;

/** How many faults are held against the cases that have to find them out. */
const FINDERS = full ? 100 : 2;

/** How many cases are played against what is healthy. */
const CASES = full ? 2000 : 60;

/** Of a fault that only the last scenario notices, beside other tests. */
const LIMIT_MS = 300_000;

const opened = await Promise.all(Object.values(codeGroups).map((open) => open()));

describe.each(opened)("$name", (group) => {
  const { name, folders } = group;
  const faults = group.faults.mutants;
  const variations = group.variations.mutants;
  const found = faults.filter(({ by }) => by);
  // Where cases are named that find a fault, an ordinary run plays no others: which find it first takes minutes.
  const drawn = chosen(faults, full || found.length === 0 ? DRAWN : 0, `faults of ${name}`);
  const healthy = { id: "healthy", description: "is healthy", edits: [] };
  // What is healthy, other tests play in every run.
  const allowed = [
    ...(full ? [healthy] : []),
    ...chosen(variations, DRAWN, `variations of ${name}`),
  ];

  test.each(drawn)("is noticed: $id", { timeout: LIMIT_MS }, async (fault) => {
    expect(await fault.attempt()).toMatchObject({ outcome: "killed" });
  });

  test.each(chosen(found, FINDERS, `faults of ${name} and their cases`))(
    "$id is found out by each of $by",
    { timeout: LIMIT_MS },
    async ({ edits, by = [] }) => {
      await using started = await group.start(edits);
      const outcomes: string[] = [];
      for (const { id, run } of started.plays()) {
        if (!by.includes(id)) continue;
        const { outcome, findings } = await run();
        const isLocated = id.startsWith("scenario/") ? /^step \d+ \(\w+\), line \d+: / : /./;
        expect(findings[0]?.message).toMatch(isLocated);
        // Those after the last one need not be made.
        if (outcomes.push(`${id} ${outcome}`) === by.length) break;
      }
      expect(outcomes.sort()).toEqual(by.map((id) => `${id} failed`).sort());
    },
  );

  test.each(allowed)(
    "nothing is said of what $description",
    { timeout: LIMIT_MS },
    async (each) => {
      await using started = await group.start(each.edits);
      const blamed: string[] = [];
      for (const { run } of chosen([...started.plays()], CASES, `cases of ${name}`)) {
        const verdict = await run();
        if (verdict.outcome !== "passed") blamed.push(describeVerdict(verdict));
      }
      expect(blamed).toEqual([]);
    },
  );

  test("every fault and every variation can be made, and has an id of its own", async () => {
    const all = [...faults, ...variations];
    expect(
      await lost(
        all.flatMap(({ edits }) => edits),
        folders,
      ),
    ).toEqual([]);
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  });
});

test("every scenario finds out something", async () => {
  const { scenarios } = await import("../../testing/scenarios.ts");
  const finding = new Set(
    opened.flatMap(({ faults }) => faults.mutants).flatMap(({ by = [] }) => by),
  );
  expect(scenarios.map(({ id }) => id).filter((id) => !finding.has(id))).toEqual([]);
});
