import { describe, expect, test } from "vitest";
import { startAuthentication } from "../domain/authentications.ts";
import {
  listDeliveries,
  registerCallbackUrl,
  replayDelivery,
  sendCustomEvent,
  setDeliveryFault,
} from "../domain/deliveries.ts";
import type { AttemptOutcome, FaultKind } from "../domain/delivery.ts";
import { owe } from "../domain/notices.ts";
import { decideTransaction, placeOrder } from "../domain/payments.ts";
import { openTestGateway, type TestGateway } from "../testing.ts";
import {
  full,
  FULL_TIMEOUT_MS,
  type Random,
  randomFrom,
  seedOf,
} from "../testing-random.ts";
import { createDispatcher } from "./dispatcher.ts";
import type { Post } from "./post.ts";
import { MOST_TRIES } from "./schedule.ts";
import { verify } from "./verify.ts";

const url = "https://shop.example/notify";
const hourMs = 3_600_000;

/** What a receiver was sent. */
interface Received {
  readonly id: string;
  readonly genuine: boolean;
  readonly body: string;
}

async function open(answer: (received: Received) => number | Promise<number>) {
  const gateway = await openTestGateway();
  const partner = await gateway.addPartner("P1");
  const found = await gateway.store.partners.find("P1");
  const secret = found?.secret ?? "";
  const received: Received[] = [];
  const post: Post = async (_receiver, { body, headers }) => {
    const atSeconds = headers["webhook-timestamp"];
    const texts = { ...headers, "webhook-timestamp": String(atSeconds) };
    const { ok } = verify({ body, headers: texts }, secret, atSeconds);
    const seen = { id: headers["webhook-id"], genuine: ok, body };
    received.push(seen);
    return answer(seen);
  };
  const errors: unknown[] = [];
  const dispatcherAt = (machine: { now: number }, timeoutMs?: number) =>
    createDispatcher({
      gateway,
      post,
      rules: {
        loopback: false,
        resolve: () => Promise.resolve(["93.184.215.14"]),
      },
      faults: true,
      machineNow: () => machine.now,
      random: () => 0,
      timeoutMs,
      onError: (error) => errors.push(error),
    });
  const dispatcher = dispatcherAt({ now: 1000 });
  const dispatch = async () => {
    await dispatcher.dispatch();
    await dispatcher.idle();
    expect(errors).toEqual([]);
  };
  const pay = async (orderId: string): Promise<string> => {
    const placed = await placeOrder(gateway, partner, order(orderId));
    await decideTransaction(gateway, asker, placed.id, "success");
    return placed.id;
  };
  const oweMany = async (events: number) => {
    const template = await placeOrder(
      gateway,
      partner,
      order(`many-${gateway.ids.next()}`),
    );
    const content = gateway.notices.payment({ ...template, status: "success" });
    const notice = {
      kind: "order.payment",
      partnerCode: "P1",
      url,
      content,
    } as const;
    await gateway.store.atomically(async (store) => {
      for (let at = 0; at < events; at += 1)
        await owe({ ...gateway, store }, { ...notice, subjectId: template.id });
    });
  };
  return { gateway, received, dispatcherAt, dispatch, pay, oweMany };
}

/** Events that are made at once. */
const BATCH = 50;

const asker = { partnerCode: "P1" };

function order(orderId: string) {
  return {
    subAccount: undefined,
    amount: 150_000,
    bankCode: undefined,
    paymentMethod: "VA",
    action: "PAY",
    token: undefined,
    reference: {
      orderId,
      orderInfo: "info",
      notifyUrl: url,
      redirectUrl: "https://shop.example/back",
    },
  };
}

async function all(gateway: TestGateway) {
  const filter = { partnerCode: "P1", limit: 50, page: 1 };
  return (await listDeliveries(gateway, filter)).deliveries;
}

async function outcomes(gateway: TestGateway): Promise<AttemptOutcome[]> {
  const [delivery] = await all(gateway);
  return (delivery?.attempts ?? []).map(({ outcome }) => outcome);
}

test("a final transaction is told once, signed, with its state", async () => {
  const { gateway, received, dispatch, pay } = await open(() => 200);
  const id = await pay("o-1");
  await dispatch();
  await dispatch();
  expect(received).toHaveLength(1);
  expect(received[0]?.genuine).toBe(true);
  expect(await all(gateway)).toMatchObject([
    {
      kind: "order.payment",
      url,
      subjectId: id,
      status: "delivered",
      attempts: [{ number: 1, outcome: "acknowledged", status: 200 }],
    },
  ]);
});

describe("what does not acknowledge is tried again", () => {
  test.each([[199], [301], [307], [400], [404], [500], [503]])(
    "status %d",
    async (status) => {
      const { gateway, received, dispatch, pay } = await open(() => status);
      await pay("o-1");
      await dispatch();
      gateway.advance(4999);
      await dispatch();
      expect(received).toHaveLength(1);
      gateway.advance(1);
      await dispatch();
      expect(received).toHaveLength(2);
      expect(received[1]).toEqual(received[0]);
      expect(await outcomes(gateway)).toEqual(["refused", "refused"]);
    },
  );

  test("no answer at all, or none in time", async () => {
    const { gateway, dispatcherAt, pay } = await open(
      ({ id }) =>
        new Promise((_resolve, reject) => {
          setTimeout(() => {
            reject(new Error(id));
          }, 300);
        }),
    );
    await pay("o-1");
    const impatient = dispatcherAt({ now: 1000 }, 50);
    const patient = dispatcherAt({ now: 1000 });
    await impatient.dispatch();
    await impatient.idle();
    gateway.advance(5000);
    await patient.dispatch();
    await patient.idle();
    expect((await outcomes(gateway)).at(-1)).toBe("unreachable");
  });
});

test("the tenth failure makes a dead letter, which can be replayed from the start", async () => {
  let status = 500;
  const { gateway, received, dispatch, pay } = await open(() => status);
  await pay("o-1");
  for (let hours = 0; hours < 40; hours += 1) {
    await dispatch();
    gateway.advance(hourMs / 60);
    await dispatch();
    gateway.advance(hourMs);
  }
  expect(received).toHaveLength(MOST_TRIES);
  const [dead] = await all(gateway);
  expect(dead?.status).toBe("dead");

  status = 204;
  const replayed = await replayDelivery(gateway, "P1", dead?.id ?? "");
  expect(replayed.status).toBe("pending");
  await dispatch();
  expect(new Set(received.map(({ id }) => id)).size).toBe(1);
  const [delivered] = await all(gateway);
  expect(delivered).toMatchObject({ status: "delivered" });
  expect(delivered?.attempts.at(-1)?.number).toBe(MOST_TRIES + 1);
  await expect(
    replayDelivery(gateway, "P2", dead?.id ?? ""),
  ).rejects.toMatchObject({ code: "not-found" });
});

test("410 ends deliveries to the URL until one is replayed", async () => {
  let status = 410;
  const { gateway, received, dispatch, pay } = await open(() => status);
  await pay("o-1");
  await dispatch();
  await pay("o-2");
  await dispatch();
  expect(received).toHaveLength(1);
  expect((await all(gateway)).map((one) => one.status)).toEqual([
    "dead",
    "dead",
  ]);
  status = 200;
  const [second] = await all(gateway);
  await replayDelivery(gateway, "P1", second?.id ?? "");
  await dispatch();
  await pay("o-3");
  await dispatch();
  expect((await all(gateway)).map((one) => one.status)).toEqual([
    "delivered",
    "delivered",
    "dead",
  ]);
});

test("an event outside the merchant contract is refused, and not sent where there is one all the same", async () => {
  const { gateway, received, dispatch } = await open(() => 200);
  const content = { nonsense: true };
  const event = {
    partnerCode: "P1",
    kind: "order.payment",
    url: "https://10.0.0.1/",
    content,
  } as const;
  await expect(sendCustomEvent(gateway, event)).rejects.toMatchObject({
    faults: [
      { field: "content.transaction", reason: "is required" },
      { field: "content.partnerReference", reason: "is required" },
    ],
  });
  expect(await outcomes(gateway)).toEqual([]);
  await owe(gateway, { ...event, subjectId: "custom" });
  await dispatch();
  expect(await outcomes(gateway)).toEqual(["outside-contract"]);
  expect(received).toEqual([]);
});

test("a registered callback URL is told of each final 3DS result", async () => {
  const { gateway, dispatch } = await open(() => 200);
  const start = (status: "VERIFIED" | "PENDING") =>
    startAuthentication(gateway, asker, {
      merchantRefId: "r",
      amount: 1000,
      status,
      eci: "05",
      card: {
        number: "4111111111111111",
        expirationMonth: "12",
        expirationYear: "30",
      },
    });
  await start("VERIFIED");
  await registerCallbackUrl(gateway, "P1", url);
  await start("PENDING");
  const { id } = await start("VERIFIED");
  await dispatch();
  expect(await all(gateway)).toMatchObject([
    {
      kind: "credit_card.authentication",
      subjectId: id,
      status: "delivered",
    },
  ]);
});

describe("several processes", () => {
  test("deliver each event once between them", async () => {
    const { received, dispatcherAt, pay } = await open(
      () => new Promise((resolve) => setTimeout(resolve, 5, 200)),
    );
    for (let at = 0; at < 20; at += 1) await pay(`o-${String(at)}`);
    const machine = { now: 1000 };
    const both = [dispatcherAt(machine), dispatcherAt(machine)];
    for (let round = 0; round < 5; round += 1)
      await Promise.all(both.map((one) => one.dispatch()));
    await Promise.all(both.map((one) => one.idle()));
    expect(received).toHaveLength(20);
    expect(new Set(received.map(({ id }) => id)).size).toBe(20);
  });

  test("take over what one of them left behind when its lease has ended", async () => {
    const { gateway, received, dispatcherAt, pay } = await open(() => 200);
    await pay("o-1");
    const machine = { now: 1000 };
    const lease = { id: "killed", now: machine.now, until: 21_000 };
    await gateway.store.deliveries.lease(gateway.clock.now(), lease, 10);
    const other = dispatcherAt(machine);
    machine.now = 20_999;
    await other.dispatch();
    await other.idle();
    expect(received).toHaveLength(0);
    machine.now = 21_000;
    await other.dispatch();
    await other.idle();
    expect(received).toHaveLength(1);
  });
});

test("a process that has lost its lease changes nothing any more", async () => {
  const { gateway, pay } = await open(() => 200);
  await pay("o-1");
  const { deliveries } = gateway.store;
  const at = gateway.clock.now();
  const [leased] = await deliveries.lease(
    at,
    { id: "first", now: 0, until: 10 },
    1,
  );
  await deliveries.lease(at, { id: "second", now: 10, until: 20 }, 1);
  const settlement = {
    status: "delivered",
    tries: 1,
    dueAt: at,
    attempt: { at, outcome: "acknowledged" },
  } as const;
  const id = leased?.id ?? "";
  expect(await deliveries.settle(id, "first", settlement)).toBe(false);
  expect(await all(gateway)).toMatchObject([
    { status: "pending", attempts: [] },
  ]);
  expect(await deliveries.settle(id, "second", settlement)).toBe(true);
});

describe("faults that a sandbox was asked for", () => {
  const set = (gateway: TestGateway, kind: FaultKind, delayMs?: number) =>
    setDeliveryFault(gateway, "P1", { kind, times: 1, delayMs });

  test.each<[FaultKind, number, AttemptOutcome, boolean]>([
    ["duplicate", 2, "acknowledged", true],
    ["lost-acknowledgement", 1, "acknowledgement-lost", true],
    ["damaged-signature", 1, "acknowledged", false],
    ["drop", 0, "dropped", true],
  ])("%s: sent %d times, %s", async (kind, times, outcome, isGenuine) => {
    const { gateway, received, dispatch, pay } = await open(() => 200);
    await set(gateway, kind);
    await pay("o-1");
    await dispatch();
    expect(received.map(({ genuine }) => genuine)).toEqual(
      Array.from({ length: times }, () => isGenuine),
    );
    expect(await outcomes(gateway)).toEqual([outcome]);
    await pay("o-2");
    await dispatch();
    expect(received.at(-1)?.genuine).toBe(true);
    expect(received).toHaveLength(times + 1);
  });

  test("delay", async () => {
    const { gateway, received, dispatch, pay } = await open(() => 200);
    await set(gateway, "delay", 7000);
    await pay("o-1");
    await dispatch();
    gateway.advance(6999);
    await dispatch();
    expect(received).toHaveLength(0);
    gateway.advance(1);
    await dispatch();
    expect(received).toHaveLength(1);
    expect(await outcomes(gateway)).toEqual(["acknowledged"]);
  });

  test("reorder: the next one overtakes, and then it goes", async () => {
    const { gateway, received, dispatch, pay } = await open(() => 200);
    await set(gateway, "reorder");
    await pay("o-1");
    await dispatch();
    expect(received).toHaveLength(0);
    await pay("o-2");
    await dispatch();
    await dispatch();
    const [second, first] = await all(gateway);
    expect(received.map(({ id }) => id)).toEqual([second?.id, first?.id]);
  });
});

const count = full ? 10_000 : 300;

test(
  `of ${String(count)} events to a receiver that fails three times in ten, each arrives under one id or is dead after ten attempts`,
  async () => {
    const seed = seedOf("dispatcher.test");
    const random = randomFrom(seed);
    const { undelivered, undead } = await failing(random);
    expect(undelivered, `SEED=${String(seed)}`).toEqual([]);
    expect(undead, `SEED=${String(seed)}`).toEqual([]);
  },
  FULL_TIMEOUT_MS,
);

/** Answers the events of which the gateway wrongly says that they are delivered or not, dead or not, by the receiver's own book. */
async function failing(random: Random) {
  const tries = new Map<string, number>();
  const acknowledged = new Set<string>();
  // A few events never get through, so that there are dead letters to be due.
  const hopeless = new Set<string>();
  const { gateway, dispatch, oweMany } = await open(({ id }) => {
    const before = tries.get(id) ?? 0;
    tries.set(id, before + 1);
    if (before === 0 && random.next() < 0.02) hopeless.add(id);
    if (hopeless.has(id) || random.next() < 0.3) return 500;
    acknowledged.add(id);
    return 200;
  });
  for (let at = 0; at < count; at += BATCH) {
    await oweMany(BATCH);
    await dispatch();
  }
  // The last attempt is made after 24 h; each advance brings one step of the schedule.
  for (const stepMs of [
    0, 5000, 295_000, 1_500_000, 5_400_000, 10_800_000, 18_000_000, 14_400_000,
    21_600_000, 14_400_000, 86_400_000,
  ]) {
    gateway.advance(stepMs);
    for (;;) {
      const before = [...tries.values()].reduce((sum, one) => sum + one, 0);
      await dispatch();
      const after = [...tries.values()].reduce((sum, one) => sum + one, 0);
      if (after === before) break;
    }
  }
  const undelivered: string[] = [];
  const undead: string[] = [];
  for (let page = 1; page <= Math.ceil(count / 50); page += 1) {
    const filter = { partnerCode: "P1", limit: 50, page };
    for (const one of (await listDeliveries(gateway, filter)).deliveries) {
      const arrived = acknowledged.has(one.id);
      if ((one.status === "delivered") !== arrived) undelivered.push(one.id);
      const due = !arrived && tries.get(one.id) === MOST_TRIES;
      if ((one.status === "dead") !== due) undead.push(one.id);
    }
  }
  expect(tries.size).toBe(count);
  expect(acknowledged.size).toBeGreaterThan(count * 0.9);
  return { undelivered, undead };
}
