import { expect, test } from "vitest";
import { openTestGateway, type TestGateway } from "../testing.ts";
import {
  full,
  FULL_TIMEOUT_MS,
  type Random,
  randomFrom,
  seedOf,
} from "../testing-random.ts";
import { audit } from "./audit.ts";
import {
  captureAuthorization,
  createAuthorization,
  lapseAuthorizations,
} from "./authorizations.ts";
import { StateForbids } from "./errors.ts";
import { reverseAuthorization } from "./reversals.ts";

const sevenDaysMs = 604_800_000;
const asker = { partnerCode: "P1" };
const count = full ? 1000 : 60;

test(
  `${String(count)} races of capture, reversal and the end of seven days have one winner each`,
  async () => {
    const seed = seedOf("races.test");
    const random = randomFrom(seed);
    const gateway = await openTestGateway();
    await gateway.addPartner("P1");
    const won = { CAPTURED: 0, REVERSED: 0, lapsed: 0 };
    for (let round = 0; round < count; round += 1)
      won[await race(gateway, random, seed)] += 1;
    expect((await audit(gateway)).findings).toEqual([]);
    // A race that someone always loses would be none.
    for (const times of Object.values(won)) expect(times).toBeGreaterThan(0);
  },
  FULL_TIMEOUT_MS,
);

/** Runs one race around the last millisecond; answers who won. */
async function race(
  gateway: TestGateway,
  random: Random,
  seed: number,
): Promise<"CAPTURED" | "REVERSED" | "lapsed"> {
  const { id, authorizedAt } = await createAuthorization(gateway, asker, {
    merchantRefId: "m",
    amount: 1000,
  });
  const until = authorizedAt + sevenDaysMs;
  gateway.advance(sevenDaysMs - random.below(3));
  const capture = () => captureAuthorization(gateway, asker, id);
  const reverse = (merchantRefId: string) => () =>
    reverseAuthorization(gateway, asker, {
      authorizationId: id,
      merchantRefId,
    });
  const wait = (work: () => Promise<unknown>) => async () => {
    for (let turns = random.below(4); turns > 0; turns -= 1)
      await Promise.resolve();
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
      expect(result.reason, `SEED=${String(seed)}`).toBeInstanceOf(
        StateForbids,
      );
  const records = results.flatMap((result) =>
    result.status === "fulfilled" &&
    typeof result.value === "object" &&
    result.value !== null
      ? [result.value]
      : [],
  );
  expect(records.length, `SEED=${String(seed)}`).toBeLessThanOrEqual(1);

  gateway.advance(3);
  await lapseAuthorizations(gateway);
  const held = await gateway.store.authorizations.get(id);
  const reversals = await gateway.store.reversals.ofAuthorization(id);
  const [winner] = records;
  if (winner === undefined) {
    expect([held?.status, reversals]).toEqual(["REVERSED", []]);
    return "lapsed";
  }
  const captured = !("authorizationId" in winner);
  const history = await gateway.store.history.of("authorization", [id]);
  for (const { at } of history)
    expect(at, `SEED=${String(seed)}`).toBeLessThan(until);
  expect(held?.status).toBe(captured ? "CAPTURED" : "REVERSED");
  expect(reversals).toEqual(captured ? [] : [winner]);
  return captured ? "CAPTURED" : "REVERSED";
}
