import { expect, test } from "vitest";
import { concurrencyFor } from "./concurrency.ts";
import { sampleWithKey as sample } from "../../testing/one-operation.ts";

const needing = (name: string) => ({ providerStates: [{ name, values: {} }] });
const cases = [
  sample("plain"),
  sample("timed", needing("clock")),
  sample("own", needing("caller")),
];
const clock = { states: ["clock"] };
const unasked = { stateless: false };

test.each([
  ["no case was played before", clock, { ...unasked, responseMs: undefined }, 4, ["timed/sample"]],
  ["a server nearby", clock, { ...unasked, responseMs: 4 }, 4, ["timed/sample"]],
  ["a server over a network", clock, { ...unasked, responseMs: 120 }, 6, ["timed/sample"]],
  ["a slow server", clock, { ...unasked, responseMs: 300 }, 15, ["timed/sample"]],
  ["a very slow server", clock, { ...unasked, responseMs: 2000 }, 16, ["timed/sample"]],
  [
    "the provider does not say what disturbs others",
    undefined,
    { ...unasked, responseMs: 300 },
    1,
    [],
  ],
  ["a number is given", undefined, { ...unasked, concurrency: 5, responseMs: 300 }, 5, []],
  ["no state", clock, { ...unasked, stateless: true, responseMs: 300 }, 15, []],
  [
    "an operation disturbs",
    { operations: ["plain"] },
    { ...unasked, responseMs: 1 },
    4,
    ["plain/sample"],
  ],
])("%s", (_, exclusive, known, concurrency, alone) => {
  const chosen = concurrencyFor(cases, exclusive ? { exclusive } : {}, known);
  expect(chosen).toEqual({ concurrency, exclusive: new Set(alone) });
});
