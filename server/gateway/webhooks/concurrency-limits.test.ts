import { expect, test } from "vitest";
import {
  createPlaces,
  MOST_AT_ONCE,
  MOST_PER_RECEIVER,
  type Places,
} from "./concurrency-limits.ts";

const at = (receiver: string, partnerCode = "P1") => ({ partnerCode, receiver });

/** Takes as many places for a receiver as there are. */
function takeAll(places: Places, receiver: string, now = 0) {
  let taken = 0;
  while (places.take(at(receiver), now)) taken += 1;
  return taken;
}

/** Takes as many places for a partner as there are, each for another receiver. */
function fill(places: Places, partnerCode: string, name = "receiver") {
  let taken = 0;
  while (places.take(at(`${name} ${taken}`, partnerCode), 0)) taken += 1;
  return taken;
}

test("a receiver has one place, twice as many after each prompt answer, and one again after another", () => {
  const places = createPlaces();
  const seen = [];
  for (let answers = 0; answers < 8; answers += 1) {
    const taken = takeAll(places, "a");
    seen.push(taken);
    for (let one = 1; one < taken; one += 1) places.release(at("a"), undefined, 0);
    places.release(at("a"), "prompt", 0);
  }
  expect(seen).toEqual([1, 2, 4, 8, 16, 32, MOST_PER_RECEIVER, 32]);
  for (const answer of ["slow", "failed"] as const) {
    places.take(at("a"), 0);
    places.release(at("a"), answer, 0);
    expect(takeAll(places, "a")).toBe(1);
    places.release(at("a"), "prompt", 0);
  }
  expect(takeAll(places, "b")).toBe(1);
});

test("a partner has as many places as are free, and one in any case", () => {
  const places = createPlaces();
  expect(fill(places, "P1")).toBe(MOST_AT_ONCE / 2);
  expect(places.hasRoom("P1")).toBe(false);
  expect(fill(places, "P2")).toBe(MOST_AT_ONCE / 4);
  for (let more = 0; more < 20; more += 1) expect(fill(places, `Q${more}`)).toBeGreaterThan(0);
  expect(places.take(at("a", "victim"), 0)).toBe(true);
  expect(places.take(at("b", "victim"), 0)).toBe(false);
});

test("receivers that were slow leave half of their partner's share to others", () => {
  const places = createPlaces();
  const count = fill(places, "P1");
  for (let one = 0; one < count; one += 1) places.release(at(`receiver ${one}`), "slow", 0);
  const slow = fill(places, "P1");
  expect(slow).toBe(Math.ceil(MOST_AT_ONCE / 3));
  expect(fill(places, "P1", "other")).toBe(MOST_AT_ONCE / 2 - slow);
});

test("a receiver that is slow again and again is left alone for longer each time, until it answers", () => {
  const places = createPlaces();
  let now = 0;
  const pauses = [];
  for (let attempts = 0; attempts < 7; attempts += 1) {
    const from = now;
    while (!places.take(at("a"), now)) now += 1000;
    pauses.push(now - from);
    expect(places.take(at("a"), now)).toBe(false);
    places.release(at("a"), "slow", now);
  }
  expect(pauses).toEqual([0, 0, 0, 15_000, 30_000, 60_000, 60_000]);
  now += 60_000;
  expect(takeAll(places, "a", now)).toBe(1);
  places.release(at("a"), "prompt", now);
  expect(takeAll(places, "a", now)).toBe(2);
});

test("of each partner's receivers, the thousand that answered last are remembered", () => {
  const places = createPlaces();
  places.take(at("receiver", "P2"), 0);
  places.release(at("receiver", "P2"), "prompt", 0);
  for (let one = 0; one <= 1000; one += 1) {
    places.take(at(`receiver ${one}`), 0);
    places.release(at(`receiver ${one}`), "prompt", 0);
  }
  expect(takeAll(places, "receiver 0")).toBe(1);
  expect(takeAll(places, "receiver 1")).toBe(2);
  expect(places.take(at("receiver", "P2"), 0) && places.take(at("receiver", "P2"), 0)).toBe(true);
});
