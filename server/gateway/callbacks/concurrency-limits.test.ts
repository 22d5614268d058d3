import { expect, test } from "vitest";
import { createSlots, MOST_AT_ONCE, MOST_PER_RECEIVER, type Slots } from "./concurrency-limits.ts";

const at = (receiver: string, partnerCode = "P1") => ({ partnerCode, receiver });

/** Takes all slots of a receiver. */
function takeAll(slots: Slots, receiver: string, now = 0) {
  let taken = 0;
  while (slots.take(at(receiver), now)) taken += 1;
  return taken;
}

/** Takes all slots of a partner, each for another receiver. */
function fill(slots: Slots, partnerCode: string, name = "receiver") {
  let taken = 0;
  while (slots.take(at(`${name} ${taken}`, partnerCode), 0)) taken += 1;
  return taken;
}

test("prompt responses double the slots of a receiver, and another response resets them to one", () => {
  const slots = createSlots();
  const seen = [];
  for (let responses = 0; responses < 8; responses += 1) {
    const taken = takeAll(slots, "a");
    seen.push(taken);
    for (let number = 1; number < taken; number += 1) slots.release(at("a"), undefined, 0);
    slots.release(at("a"), "prompt", 0);
  }
  expect(seen).toEqual([1, 2, 4, 8, 16, 32, MOST_PER_RECEIVER, 32]);
  for (const response of ["slow", "failed"] as const) {
    slots.take(at("a"), 0);
    slots.release(at("a"), response, 0);
    expect(takeAll(slots, "a")).toBe(1);
    slots.release(at("a"), "prompt", 0);
  }
  expect(takeAll(slots, "b")).toBe(1);
});

test("a partner can have as many slots as are free, and always one", () => {
  const slots = createSlots();
  expect(fill(slots, "P1")).toBe(MOST_AT_ONCE / 2);
  expect(slots.hasRoom("P1")).toBe(false);
  expect(fill(slots, "P2")).toBe(MOST_AT_ONCE / 4);
  for (let more = 0; more < 20; more += 1) expect(fill(slots, `Q${more}`)).toBeGreaterThan(0);
  expect(slots.take(at("a", "victim"), 0)).toBe(true);
  expect(slots.take(at("b", "victim"), 0)).toBe(false);
});

test("slow receivers leave half of their partner's share to other receivers", () => {
  const slots = createSlots();
  const count = fill(slots, "P1");
  for (let number = 0; number < count; number += 1)
    slots.release(at(`receiver ${number}`), "slow", 0);
  const slow = fill(slots, "P1");
  expect(slow).toBe(Math.ceil(MOST_AT_ONCE / 3));
  expect(fill(slots, "P1", "other")).toBe(MOST_AT_ONCE / 2 - slow);
});

test("pauses before attempts to a slow receiver grow until it answers promptly", () => {
  const slots = createSlots();
  let now = 0;
  const pauses = [];
  for (let attempts = 0; attempts < 7; attempts += 1) {
    const from = now;
    while (!slots.take(at("a"), now)) now += 1000;
    pauses.push(now - from);
    expect(slots.take(at("a"), now)).toBe(false);
    slots.release(at("a"), "slow", now);
  }
  expect(pauses).toEqual([0, 0, 0, 15_000, 30_000, 60_000, 60_000]);
  now += 60_000;
  expect(takeAll(slots, "a", now)).toBe(1);
  slots.release(at("a"), "prompt", now);
  expect(takeAll(slots, "a", now)).toBe(2);
});

test("the thousand receivers of a partner that answered last are remembered", () => {
  const slots = createSlots();
  slots.take(at("receiver", "P2"), 0);
  slots.release(at("receiver", "P2"), "prompt", 0);
  for (let number = 0; number <= 1000; number += 1) {
    slots.take(at(`receiver ${number}`), 0);
    slots.release(at(`receiver ${number}`), "prompt", 0);
  }
  expect(takeAll(slots, "receiver 0")).toBe(1);
  expect(takeAll(slots, "receiver 1")).toBe(2);
  expect(slots.take(at("receiver", "P2"), 0) && slots.take(at("receiver", "P2"), 0)).toBe(true);
});
