import { afterAll, describe, expect, test } from "vitest";
import { describeVerdict } from "../../../verdict.ts";
import { boardFaults, boardVariations } from "../../fixtures/faults/http/noticeboard/index.ts";
import { openNoticeboard } from "../../testing/noticeboard/opened.ts";
import { full } from "../../testing/full-run.ts";
import { chosen } from "../../testing/random.ts";
import { lost } from "../code-fault.ts";
import { boardMutants, casesOnBoard, verdictsOnBoard } from "./index.ts";

const board = await openNoticeboard();
const cases = casesOnBoard(board);

afterAll(() => board[Symbol.asyncDispose]());

/** Of a thousand cases, on each engine. */
const SAMPLE = full ? Infinity : 60;

test.each(Object.keys(board.engines))(
  "the noticeboard does what HTTP says, on the engine %s",
  { timeout: full ? 120_000 : 30_000 },
  async (engine) => {
    const found = await verdictsOnBoard(
      board,
      chosen(cases, SAMPLE, "cases of HTTP of the noticeboard"),
      [],
      engine,
    );
    expect(found.map(describeVerdict)).toEqual([]);
  },
);

/** Faults that everybody has to be able to see found out by name. */
const named = [
  ["public-key-as-secret", "find/http/credentials/BearerAuth public-key-as-secret"],
  ["forms-decoded-twice", "pin/http/bodies/form: escaped twice"],
  ["rule-before-schema", "pin/http/refusals/taken and pages"],
] as const;

test.each(named)("a noticeboard with the fault %s is found out by %s", async (fault, id) => {
  const { edits = [] } = boardFaults.find((each) => each.id === `noticeboard/${fault}`) ?? {};
  const own = cases.filter((each) => each.id === id);
  const found = await verdictsOnBoard(board, own, edits);
  expect(found.map(({ case: { id: caseId }, outcome }) => [caseId, outcome])).toEqual([
    [id, "failed"],
  ]);
});

test("every fault and every variation can be made, and has an id of its own", async () => {
  const all = [...boardFaults, ...boardVariations];
  expect(await lost(all)).toEqual([]);
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
});

/** How many of the others a full run draws: each takes seconds. All of them are `npm run conformance:mutation`. */
const DRAWN = 15;

describe.runIf(full)("a fault of the noticeboard is noticed", () => {
  const group = boardMutants(board);

  test.each(chosen(group.mutants, DRAWN, "faults of the noticeboard"))(
    "$id: $description",
    async (mutant) => {
      expect(await group.attempt(mutant)).toMatchObject({ outcome: "killed" });
    },
  );
});

describe.runIf(full)("nothing is said against a noticeboard of which", () => {
  test.each(chosen(boardVariations, 5, "variations of the noticeboard"))(
    "$description",
    { timeout: 120_000 },
    async ({ edits }) => {
      expect((await verdictsOnBoard(board, cases, edits)).map(describeVerdict)).toEqual([]);
    },
  );
});
