import { expect } from "vitest";
import { openTestGateway, type TestGateway } from "../testing/open-gateway.ts";
import { full, longTest } from "../testing/long-test.ts";
import { type Random, randomFrom, runSeed } from "../testing/random.ts";
import { audit } from "./history/audit.ts";
import {
  captureAuthorization,
  createAuthorization,
  lapseAuthorizations,
} from "./authorizations/authorizations.ts";
import { testReversals } from "./bank/bank-test-data.ts";
import { doDueWork } from "./scheduled/due.ts";
import { StateForbidsError } from "./errors.ts";
import { requestReversal } from "./reversals/reversals.ts";

const sevenDaysMs = 604_800_000;
const hourMs = 3_600_000;

// Half of the amounts are ordinary, so that every kind of winner is frequent.
const ORDINARY = 1000;
const special = [...testReversals.keys()];
const amounts = [...special.map(() => ORDINARY), ...special];

type Winner = "CAPTURED" | "REVERSED" | "lapsed";

const caller = { partnerCode: "P1" };
const count = full ? 1000 : 60;

/** A thousand races take a minute. */
const LIMIT_MS = 600_000;

longTest(
  `${count} races of capture, reversal and the end of seven days have one winner each`,
  LIMIT_MS,
  async (step) => {
    const seed = runSeed();
    const random = randomFrom(seed);
    const gateway = await openTestGateway();
    await gateway.addPartner("P1");
    const won: Record<Winner, number> = {
      CAPTURED: 0,
      REVERSED: 0,
      lapsed: 0,
    };
    for (let round = 0; round < count; round += 1) {
      step(`race ${round + 1} of ${count} (SEED=${seed})`);
      won[await race(gateway, random, seed)] += 1;
    }
    step("the audit of all");
    expect((await audit(gateway)).findings).toEqual([]);
    // In few races one kind of winner may be missing.
    const winners = Object.values(won).filter((times) => times > 0);
    expect(winners.length).toBeGreaterThanOrEqual(full ? 3 : 2);
  },
);

/** Runs one race around the last millisecond of the seven days. Returns the winner. */
async function race(gateway: TestGateway, random: Random, seed: number): Promise<Winner> {
  const { id, authorizedAt } = await createAuthorization(gateway, caller, {
    merchantRefId: "m",
    amount: amounts[random.below(amounts.length)] ?? ORDINARY,
  });
  const until = authorizedAt + sevenDaysMs;
  gateway.advance(sevenDaysMs - random.below(3));
  let captures = 0;
  const capture = async () => {
    await captureAuthorization(gateway, caller, id);
    captures += 1;
  };
  const reverse = (merchantRefId: string) => () =>
    requestReversal(gateway, caller, {
      authorizationId: id,
      merchantRefId,
    });
  const wait = (work: () => Promise<unknown>) => async () => {
    for (let turns = random.below(4); turns > 0; turns -= 1) await Promise.resolve();
    return work();
  };
  const runners = random.shuffled([
    capture,
    capture,
    reverse("r-1"),
    reverse("r-2"),
    () => lapseAuthorizations(gateway),
    async () => {
      await Promise.resolve();
      gateway.advance(random.below(3));
    },
  ]);
  const results = await Promise.allSettled(runners.map((run) => wait(run)()));
  for (const result of results)
    if (result.status === "rejected")
      expect(result.reason, `SEED=${seed}`).toBeInstanceOf(StateForbidsError);

  gateway.advance(3);
  await doDueWork(gateway);
  gateway.advance(hourMs);
  await doDueWork(gateway);
  const held = await gateway.store.authorizations.get(id);
  const reversals = await gateway.store.reversals.ofAuthorization(id);
  const given = reversals.filter(({ status }) => status === "success");
  expect(captures + given.length, `SEED=${seed}`).toBeLessThan(2);
  expect(reversals.map(({ status }) => status)).not.toContain("pending");
  for (const { createdAt } of reversals) expect(createdAt, `SEED=${seed}`).toBeLessThan(until);
  expect(held?.status).toBe(captures === 1 ? "CAPTURED" : "REVERSED");
  if (captures === 0) return given.length === 1 ? "REVERSED" : "lapsed";
  const history = await gateway.store.history.of("authorization", [id]);
  for (const { at } of history) expect(at, `SEED=${seed}`).toBeLessThan(until);
  return "CAPTURED";
}
