import { describe, expect, test } from "vitest";
import { full } from "../../testing/full-run.ts";
import { httpFaults, httpVariations } from "../../fixtures/faults/http/index.ts";
import { chosen } from "../../testing/random.ts";
import { describeVerdict } from "../../../verdict.ts";
import { lost } from "../code-fault.ts";
import { openHttpMutants, verdictsAgainst } from "./index.ts";

/** Faults that everybody has to be able to see found out by name. */
const named = [
  ["signature-ignored", "payOrder/http/credentials/X-SERVICE-AUTH forged-signature"],
  ["query-decoded-twice", "listTransactions/http/targets/query status escaped twice"],
  ["answers-not-checked", "payOrder/http/answers/undocumented-field"],
] as const;

test.each(named)("a gateway with the fault %s is found out by %s", async (fault, id) => {
  const { edits = [] } = httpFaults.find((each) => each.id === fault) ?? {};
  const found = await verdictsAgainst(edits, (each) => each.id === id);
  expect(found.map(({ case: { id: caseId }, outcome }) => [caseId, outcome])).toEqual([
    [id, "failed"],
  ]);
});

test("every fault and every variation can be made", async () => {
  expect(await lost([...httpFaults, ...httpVariations])).toEqual([]);
});

test("every fault has an id of its own", () => {
  const ids = [...httpFaults, ...httpVariations].map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

/** How many of the others a full run draws: each takes seconds. All of them are `npm run conformance:mutation`. */
const DRAWN = 15;

describe.runIf(full)("a fault in what HTTP says of any contract is noticed", async () => {
  await using group = await openHttpMutants();

  test.each(chosen(group.mutants, DRAWN, "faults of HTTP"))("$id: $description", async (mutant) => {
    expect(await group.attempt(mutant)).toMatchObject({ outcome: "killed" });
  });
});

describe.runIf(full)("nothing is said against a server of which", () => {
  test.each(chosen(httpVariations, 5, "variations of HTTP"))("$description", async ({ edits }) => {
    const found = await verdictsAgainst(edits, () => true);
    expect(found.map(describeVerdict)).toEqual([]);
  });
});
