import { expect, test } from "vitest";
import { run } from "./run.ts";
import { sampleOf } from "../testing/one-operation.ts";
import { verdict } from "../verdict.ts";

const cases = ["a", "b", "c", "d", "e"].map((id) => sampleOf(undefined, { id }));

test("verdicts are in the sequence of the cases, whichever ends first", async () => {
  let playing = 0;
  let most = 0;
  const reported: [string, number][] = [];
  const timed = await run(
    cases,
    async (played) => {
      playing += 1;
      most = Math.max(most, playing);
      for (let turn = cases.indexOf(played); turn < 10; turn += 1) await new Promise(setImmediate);
      playing -= 1;
      return verdict(played, "server", []);
    },
    {
      concurrency: 3,
      onVerdict: ({ case: { id } }, done) => reported.push([id, done]),
    },
  );
  expect(timed.map((timed) => timed.verdict.case.id)).toEqual(cases.map(({ id }) => id));
  expect(most).toBe(3);
  expect(reported.map(([, done]) => done)).toEqual([1, 2, 3, 4, 5]);
  expect(reported.map(([id]) => id).sort()).toEqual(cases.map(({ id }) => id));
});

test("exclusive cases are played alone, before the others", async () => {
  const events: string[] = [];
  const timed = await run(
    cases,
    async (played) => {
      events.push(`${played.id} starts`);
      await new Promise(setImmediate);
      events.push(`${played.id} ends`);
      return verdict(played, "server", []);
    },
    { concurrency: 3, isExclusive: ({ id }) => id === "b" || id === "d" },
  );
  expect(events.slice(0, 4)).toEqual(["b starts", "b ends", "d starts", "d ends"]);
  expect(events.slice(4, 7)).toEqual(["a starts", "c starts", "e starts"]);
  expect(timed.map((timed) => timed.verdict.case.id)).toEqual(cases.map(({ id }) => id));
});
