import { setImmediate } from "node:timers/promises";
import { beforeEach, expect, test } from "vitest";
import { batched } from "./batching.ts";

const refused = new Error("refused");
let runs: (readonly number[])[];
let lost: Error | undefined;

/** Doubles each number; refuses a list with a negative number. */
const makeDouble = () =>
  batched<number, number>(
    (numbers) => {
      runs.push(numbers);
      if (lost) return Promise.reject(lost);
      if (numbers.some((number) => number < 0)) return Promise.reject(refused);
      return Promise.resolve(numbers.map((number) => 2 * number));
    },
    (error) => error === refused,
  );
const settled = (ends: readonly Promise<number>[]) =>
  Promise.allSettled(ends).then((all) =>
    all.map((end) => (end.status === "fulfilled" ? end.value : (end.reason as Error).message)),
  );

beforeEach(() => {
  runs = [];
  lost = undefined;
});

test("calls at once, and calls during a run, are batched", async () => {
  const double = makeDouble();
  const first = [double(1), double(2)];
  const later = first[0]?.then(() => Promise.all([double(3), double(4)]));
  expect(await Promise.all([...first, later])).toEqual([2, 4, [6, 8]]);
  expect(runs).toEqual([
    [1, 2],
    [3, 4],
  ]);
});

test("calls in successive turns of the event loop are batched", async () => {
  const double = makeDouble();
  const after = async (turns: number) => {
    for (let turn = 0; turn < turns; turn += 1) await setImmediate();
    return double(turns);
  };
  expect(await Promise.all([0, 1, 3].map(after))).toEqual([0, 2, 6]);
  expect(runs).toEqual([[0, 1, 3]]);
});

test("a refused item fails alone", async () => {
  const double = makeDouble();
  expect(await settled([double(1), double(-1), double(2)])).toEqual([2, "refused", 4]);
  expect(runs).toEqual([[1, -1, 2], [1], [-1], [2]]);
});

test("after another error nothing is repeated: the whole batch fails, and the next batch runs", async () => {
  const double = makeDouble();
  lost = new Error("The connection ended.");
  expect(await settled([double(1), double(2)])).toEqual([lost.message, lost.message]);
  expect(runs).toEqual([[1, 2]]);
  lost = undefined;
  expect(await double(3)).toBe(6);
});
