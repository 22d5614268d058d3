import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { full } from "../../../../server/gateway/testing/long-test.ts";
import { faults } from "../../fixtures/faults/client/index.ts";
import { clientVariations } from "../../fixtures/faults/client/variations.ts";
import { chosen } from "../../testing/random.ts";
import { runSeed } from "../../../../server/gateway/testing/random.ts";
import { lost } from "../code-fault.ts";
import { readEquivalents, withoutEquivalents } from "../equivalents.ts";
import { blamingVerdict, killingVerdict, openClientMutants } from "./index.ts";

/** Few enough for every run of the tests, and for a full one. All of them are `npm run conformance:mutation`. */
const SAMPLE = full ? 40 : 1;

await using group = await openClientMutants();
const equivalents = await readEquivalents(join(import.meta.dirname, "../equivalents.yaml"));
const ofFaults = withoutEquivalents(group, equivalents);
const drawn = chosen(ofFaults, SAMPLE, "faults of the client");

describe("a fault in the client is noticed", () => {
  test.each(drawn)("$id: $description", async (mutant) => {
    expect(await group.attempt(mutant)).toMatchObject({ outcome: "killed" });
  });

  test("and nothing is, where there is none", async () => {
    const operations = ["deleteToken"];
    expect(await killingVerdict({ edits: [], operations })).toBeUndefined();
  });

  test("and every fault can be made", async () => {
    expect(await lost([...faults, ...clientVariations])).toEqual([]);
  });

  test("and every fault has an id of its own", () => {
    const ids = [...group.mutants, ...clientVariations].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

/** One case of so many, where tests do not run in full. */
const CASES_TAKE = 8;

describe("nothing is said against a client of which", () => {
  test.each(chosen(clientVariations, full ? 10 : 1, "variations of the client"))(
    "$description",
    async (variation) => {
      const first = runSeed() % CASES_TAKE;
      const isPlayed = (place: number) => full || place % CASES_TAKE === first;
      expect(await blamingVerdict(variation, isPlayed)).toBeUndefined();
    },
  );
});
