import { describe, expect, test } from "vitest";
import { full } from "../../../../server/gateway/testing/long-test.ts";
import { faults } from "../../fixtures/faults/client/index.ts";
import { chosen } from "../../testing/random.ts";
import { lost } from "../code-fault.ts";
import { killingVerdict, openClientMutants } from "./index.ts";

/** Few enough for every run of the tests. */
const SAMPLE = full ? Infinity : 2;

await using group = await openClientMutants();
const drawn = chosen(group.mutants, SAMPLE, "faults of the client");

describe("a fault in the client is noticed", () => {
  test.each(drawn)("$id: $description", async (mutant) => {
    expect(await group.attempt(mutant)).toMatchObject({ outcome: "killed" });
  });

  test("and nothing is, where there is none", async () => {
    const operations = ["deleteToken"];
    expect(await killingVerdict({ edits: [], operations })).toBeUndefined();
  });

  test("and every fault can be made", async () => {
    expect(await lost(faults)).toEqual([]);
  });

  test("and every fault has an id of its own", () => {
    const ids = group.mutants.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
