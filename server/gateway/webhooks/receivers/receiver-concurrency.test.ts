import { expect, test } from "vitest";
import {
  createReceiverConcurrency,
  MOST_AT_ONCE,
  MOST_PER_RECEIVER,
} from "./receiver-concurrency.ts";

/** Takes as many places for a receiver as there are. */
function takeAll(places: ReturnType<typeof createReceiverConcurrency>, receiver: string) {
  let taken = 0;
  while (places.take(receiver)) taken += 1;
  return taken;
}

test("a receiver has one place, twice as many after each prompt answer, and one again after a late one", () => {
  const places = createReceiverConcurrency();
  const seen = [];
  for (let answers = 0; answers < 8; answers += 1) {
    const taken = takeAll(places, "a");
    seen.push(taken);
    expect(places.full()).toEqual(["a"]);
    for (let at = 1; at < taken; at += 1) places.release("a", undefined);
    places.release("a", "prompt");
    expect(places.full()).toEqual([]);
  }
  expect(seen).toEqual([1, 2, 4, 8, 16, 32, MOST_PER_RECEIVER, 32]);
  expect(places.free()).toBe(MOST_AT_ONCE);
  places.take("a");
  places.release("a", "late");
  expect(takeAll(places, "a")).toBe(1);
  expect(takeAll(places, "b")).toBe(1);
});

test("there are so many places in all", () => {
  const places = createReceiverConcurrency();
  for (let at = 0; at < MOST_AT_ONCE; at += 1) expect(places.take(`receiver ${at}`)).toBe(true);
  expect(places.free()).toBe(0);
  expect(places.take("another")).toBe(false);
  places.release("receiver 0", "late");
  expect(places.take("another")).toBe(true);
});

test("of receivers that are prompt, the thousand that answered last are remembered", () => {
  const places = createReceiverConcurrency();
  for (let at = 0; at <= 1000; at += 1) {
    places.take(`receiver ${at}`);
    places.release(`receiver ${at}`, "prompt");
  }
  expect(takeAll(places, "receiver 0")).toBe(1);
  expect(takeAll(places, "receiver 1")).toBe(2);
});
