import { describe, expect, test } from "vitest";
import { keyOf } from "./inventory.ts";
import { committedSuite } from "../../testing/suites.ts";

/** What has to be exercised of all boundaries that there are. */
const LEAST_SHARE = 0.95;

const suites = await Promise.all((["gateway", "sandbox", "merchant"] as const).map(committedSuite));

describe.each(suites)("$contract.title", ({ constraints, inventory, coverage }) => {
  const derived = constraints();

  test("nearly every boundary is exercised, and each that is not has its reason", () => {
    const { boundaries, exercised, excluded, unknown } = coverage();
    expect(unknown).toEqual([]);
    expect(boundaries).toBeGreaterThan(inventory().length);
    expect(exercised / boundaries).toBeGreaterThan(LEAST_SHARE);
    expect(boundaries - exercised).toBe(excluded.length);
    for (const { reason } of excluded) expect(reason).not.toBe("");
  });

  test("no case is of a constraint that the document does not have", () => {
    const counted = new Set(inventory().map(keyOf));
    const uncounted = derived.cases.filter(
      ({ constraint }) =>
        // That every character gets through is a rule of HTTP and JSON.
        constraint.keyword !== "characters" && !counted.has(keyOf(constraint)),
    );
    expect(uncounted.map(({ id }) => id)).toEqual([]);
  });

  test("ids are told apart", () => {
    const ids = derived.cases.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("the same contract gives the same cases", () => {
    expect(constraints().cases).toEqual(derived.cases);
  });
});
