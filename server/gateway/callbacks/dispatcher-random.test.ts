import { expect } from "vitest";
import { listDeliveries } from "../domain/outbox/deliveries.ts";
import { full, longTest, type Step } from "../testing/long-test.ts";
import { type Random, randomFrom, runSeed } from "../testing/random.ts";
import { MOST_TRIES } from "./schedule.ts";
import { openDispatch } from "../testing/dispatch.ts";

/** Events in one batch. */
const BATCH = 50;

const count = full ? 10_000 : 300;

/** Ten thousand events take two minutes. */
const LIMIT_MS = 1_200_000;

longTest(
  `each of ${count} events to a receiver that fails 30 % of the time is delivered, or dead after ten attempts`,
  LIMIT_MS,
  async (step) => {
    const seed = runSeed();
    const random = randomFrom(seed);
    const { undelivered, undead } = await failing(random, step);
    expect(undelivered, `SEED=${seed}`).toEqual([]);
    expect(undead, `SEED=${seed}`).toEqual([]);
  },
);

/** The events whose states, delivered or dead, disagree with what the receiver has counted. */
async function failing(random: Random, step: Step) {
  const tries = new Map<string, number>();
  const acknowledged = new Set<string>();
  // A few events always fail, so that there are dead letters.
  const hopeless = new Set<string>();
  const { gateway, received, dispatch, enqueueMany } = await openDispatch(({ id }) => {
    const before = tries.get(id) ?? 0;
    tries.set(id, before + 1);
    if (before === 0 && random.next() < 0.02) hopeless.add(id);
    if (hopeless.has(id) || random.next() < 0.3) return 500;
    acknowledged.add(id);
    return 200;
  });
  for (let at = 0; at < count; at += BATCH) {
    step(`the first attempts of events ${at} to ${at + BATCH} of ${count}`);
    await enqueueMany(BATCH);
    await dispatch();
  }
  // The last attempt is made after 24 h; each advance brings one step of the schedule.
  for (const stepMs of [
    0, 5000, 295_000, 1_500_000, 5_400_000, 10_800_000, 18_000_000, 14_400_000, 21_600_000,
    14_400_000, 86_400_000,
  ]) {
    gateway.advance(stepMs);
    for (;;) {
      step(`attempts after ${stepMs} ms`);
      const before = received.length;
      await dispatch();
      if (received.length === before) break;
    }
  }
  const undelivered: string[] = [];
  const undead: string[] = [];
  for (let page = 1; page <= Math.ceil(count / 50); page += 1) {
    const filter = { partnerCode: "P1", limit: 50, page };
    for (const delivery of (await listDeliveries(gateway, filter)).deliveries) {
      const arrived = acknowledged.has(delivery.id);
      if ((delivery.status === "delivered") !== arrived) undelivered.push(delivery.id);
      const due = !arrived && tries.get(delivery.id) === MOST_TRIES;
      if ((delivery.status === "dead") !== due) undead.push(delivery.id);
    }
  }
  expect(tries.size).toBe(count);
  expect(acknowledged.size).toBeGreaterThan(count * 0.9);
  return { undelivered, undead };
}
