import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { full } from "../../testing/full-run.ts";
import { survivors } from "../../fixtures/faults/spec.ts";
import { chosen } from "../../testing/random.ts";
import type { MutantGroup } from "../mutant.ts";
import { openSpecMutants } from "./index.ts";

/** Beside those whose lines are looked at; all of them are a command of their own. */
const SAMPLE = full ? 1 : 0;

let group: MutantGroup;

beforeAll(async () => {
  group = await openSpecMutants();
});

afterAll(() => group[Symbol.asyncDispose]());

describe("a change of the specification", () => {
  test("is noticed", async () => {
    const mutants = group.mutants.filter(({ id }) => !survivors.has(id));
    for (const mutant of chosen(mutants, SAMPLE, "changes of the specification"))
      expect(await mutant.attempt(), mutant.id).toMatchObject({
        outcome: "killed",
      });
  });

  const looked = ["MerchantRefId bound @maxLength(41)", 'ReversalStatus has no "success"'];
  test.each(looked.slice(full ? 0 : 1))("is reported with its line: %s", async (change) => {
    const mutant = group.mutants.find(({ id }) => id.endsWith(change));
    expect(await mutant?.attempt()).toMatchObject({ outcome: "killed", namesSource: true });
  });

  test("has an id of its own", () => {
    const ids = group.mutants.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("that survives is still there", () => {
    const ids = new Set(group.mutants.map(({ id }) => id));
    expect([...survivors.keys()].filter((id) => !ids.has(id))).toEqual([]);
  });
});
