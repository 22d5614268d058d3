import { expect, test } from "vitest";
import { concurrencyFor } from "./concurrency.ts";
import { sample } from "./testing/sample.ts";

const needing = (name: string) => ({ providerStates: [{ name, values: {} }] });
const cases = [
  sample("plain"),
  sample("timed", needing("clock")),
  sample("own", needing("caller")),
];
const exclusive = { states: ["clock"] };

test.each([
  ["nothing was played ahead", undefined, 4],
  ["a server nearby", 4, 4],
  ["a server that is asked over a network", 120, 6],
  ["a server that takes its time", 300, 15],
  ["a server that takes very long", 2000, 16],
])("%s: %s ms, %s at a time", (_, answerMs, concurrency) => {
  const chosen = concurrencyFor(
    cases,
    { exclusive },
    { concurrency: undefined, stateless: false, answerMs },
  );
  expect(chosen).toEqual({ concurrency, exclusive: new Set(["timed/sample"]) });
});

test("without a word on what disturbs others, cases are played one by one", () => {
  const known = { concurrency: undefined, stateless: false, answerMs: 300 };
  expect(concurrencyFor(cases, {}, known)).toEqual({ concurrency: 1, exclusive: new Set() });
});

test("a number that was asked for holds", () => {
  const known = { concurrency: 5, stateless: false, answerMs: 300 };
  expect(concurrencyFor(cases, {}, known).concurrency).toBe(5);
});

test("where the server keeps no state, none disturbs others", () => {
  const known = { concurrency: undefined, stateless: true, answerMs: 300 };
  expect(concurrencyFor(cases, {}, known).concurrency).toBe(15);
});

test("an operation may be what disturbs", () => {
  const known = { concurrency: undefined, stateless: false, answerMs: 1 };
  const provider = { exclusive: { operations: ["plain"] } };
  expect(concurrencyFor(cases, provider, known).exclusive).toEqual(new Set(["plain/sample"]));
});
