import fc from "fast-check";
import { expect } from "vitest";
import { openTestGateway, type TestGateway } from "../testing/open-gateway.ts";
import { full, longTest } from "../testing/long-test.ts";
import { placeHosted } from "../testing/orders.ts";
import { runSeed } from "../testing/random.ts";
import { audit } from "./history/audit.ts";
import {
  captureAuthorization,
  createAuthorization,
  findAuthorization,
} from "./authorizations/authorizations.ts";
import { testReversals } from "./bank/bank-test-data.ts";
import { doDueWork } from "./scheduled/due.ts";
import { DomainError } from "./errors.ts";
import type { Partner } from "./partners/partner.ts";
import { decideTransaction, listOwnTransactions } from "./payments/payments.ts";
import { requestReversal } from "./reversals/reversals.ts";
import { deleteSavedCard, findSavedCard, saveCard } from "./cards/saved-cards.ts";

const often = ["order", "decide", "authorize", "wait", "reverse", "reverse"] as const;
const seldom = ["save", "due", "list", "capture", "look", "delete"] as const;

/** One step of a partner, the bank or time. Each kind of step uses some of the values. */
const operation = fc.record({
  do: fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...often) }, fc.constantFrom(...seldom)),
  /** The index of an earlier record. Few records are used, so that each gets many steps. */
  at: fc.nat(2),
  code: fc.nat(5),
  to: fc.constantFrom("success" as const, "error" as const),
  amount: fc.constantFrom(1000, ...testReversals.keys()),
  ref: fc.nat(1),
  /** Around 15 minutes, one hour and seven days. */
  ms: fc.constantFrom(1, 449_999, 450_000, 899_999, 3_599_999, 302_400_000, 604_799_999),
});

type Operation = typeof operation extends fc.Arbitrary<infer Value> ? Value : never;

interface Hold {
  readonly until: number;
  readonly amount: number;
  status: string;
  readonly reversals: Map<number, { status: string; since: number }>;
}

/** A sequential model of the gateway in memory. */
class Model {
  now = 0;
  readonly orders: { code: number; until: number; status: string }[] = [];
  readonly holds: Hold[] = [];
  readonly tokens: { deleted: boolean }[] = [];

  run(step: Operation): unknown {
    switch (step.do) {
      case "order":
        if (this.orders.some(({ code }) => code === step.code)) return "duplicate-order";
        this.orders.push({
          code: step.code,
          until: this.now + 900_000,
          status: "pending",
        });
        return "pending";
      case "decide": {
        this.pass();
        const order = this.orders[step.at];
        if (order === undefined) return "nothing";
        if (order.status !== "pending") return "state-forbids";
        return (order.status = step.to);
      }
      case "authorize":
        this.holds.push({
          until: this.now + 604_800_000,
          amount: step.amount,
          status: "AUTHORIZED",
          reversals: new Map(),
        });
        return "AUTHORIZED";
      case "capture": {
        this.pass();
        const hold = this.holds[step.at];
        if (hold === undefined) return "nothing";
        if (!isFree(hold)) return "state-forbids";
        return (hold.status = "CAPTURED");
      }
      case "reverse": {
        this.pass();
        const hold = this.holds[step.at];
        if (hold === undefined) return "nothing";
        const earlier = hold.reversals.get(step.ref);
        if (earlier !== undefined) return earlier.status;
        if (!isFree(hold)) return "state-forbids";
        const asked = { status: "pending", since: this.now };
        hold.reversals.set(step.ref, asked);
        this.decide(hold);
        return asked.status;
      }
      case "look":
        this.pass();
        return this.holds[step.at]?.status ?? "nothing";
      case "save":
        this.tokens.push({ deleted: false });
        return "active";
      case "delete": {
        const token = this.tokens[step.at];
        if (token === undefined) return "nothing";
        if (token.deleted) return "not-found";
        token.deleted = true;
        return "deleted";
      }
      case "list":
        this.pass();
        return this.orders.map(({ code, status }) => `${code} ${status}`);
      case "wait":
        this.now += step.ms;
        return undefined;
      case "due":
        this.pass();
        return undefined;
    }
  }

  /** Applies deadlines and decisions that are due. */
  pass(): void {
    for (const order of this.orders)
      if (order.status === "pending" && this.now >= order.until) order.status = "error";
    for (const hold of this.holds) {
      this.decide(hold);
      if (isFree(hold) && this.now >= hold.until) hold.status = "REVERSED";
    }
  }

  /** Applies the bank's decision about the pending reversal, if there is one. */
  decide(hold: Hold): void {
    const all = [...hold.reversals.values()];
    const asked = all.find(({ status }) => status === "pending");
    if (asked === undefined) return;
    const course = testReversals.get(hold.amount);
    if (course?.endsWith("later") && this.now < asked.since + 3_600_000) return;
    const refused =
      course === "refused" ||
      course === "refused-later" ||
      (course === "refused-once" && all.length === 1);
    asked.status = refused ? "error" : "success";
    if (!refused) hold.status = "REVERSED";
  }
}

function isFree({ status, reversals }: Hold): boolean {
  const pending = [...reversals.values()].some((reversal) => reversal.status === "pending");
  return status === "AUTHORIZED" && !pending;
}

/** Runs the same steps on the gateway. */
function createReal(gateway: TestGateway, partner: Partner) {
  const caller = { partnerCode: partner.code };
  const orders: string[] = [];
  const holds: string[] = [];
  const tokens: string[] = [];
  const on = async (id: string | undefined, act: (id: string) => Promise<{ status: string }>) =>
    id === undefined ? "nothing" : (await act(id)).status;
  const acts: Record<Operation["do"], (step: Operation) => Promise<unknown>> = {
    async order({ code }) {
      const placed = await placeHosted(gateway, partner, String(code), { paymentMethod: "VA" });
      orders.push(placed.id);
      return placed.status;
    },
    decide: ({ at, to }) => on(orders[at], (id) => decideTransaction(gateway, caller, id, to)),
    async authorize({ amount }) {
      const held = await createAuthorization(gateway, caller, { merchantRefId: "m", amount });
      holds.push(held.id);
      return held.status;
    },
    capture: ({ at }) => on(holds[at], (id) => captureAuthorization(gateway, caller, id)),
    reverse: ({ at, ref }) =>
      on(holds[at], (authorizationId) => {
        const request = { authorizationId, merchantRefId: `r-${ref}` };
        return requestReversal(gateway, caller, request);
      }),
    look: ({ at }) => on(holds[at], (id) => findAuthorization(gateway, caller, id)),
    async save() {
      const { token, saved } = await saveCard(gateway, caller, card);
      tokens.push(token);
      return saved.status;
    },
    async delete({ at }) {
      const token = tokens[at];
      if (token === undefined) return "nothing";
      await deleteSavedCard(gateway, caller, token);
      return (await findSavedCard(gateway, caller, token))?.status;
    },
    async list() {
      const { transactions } = await listOwnTransactions(gateway, {
        ...caller,
        limit: 50,
        page: 1,
      });
      return transactions.map(({ orderId, status }) => `${orderId} ${status}`).reverse();
    },
    wait({ ms }) {
      gateway.advance(ms);
      return Promise.resolve(undefined);
    },
    due: () => doDueWork(gateway).then(() => undefined),
  };
  return (step: Operation) =>
    acts[step.do](step).catch((error: unknown) => {
      if (error instanceof DomainError) return error.code;
      throw error;
    });
}

const card = {
  cardNumber: "4111111111111111",
  expirationMonth: "12",
  expirationYear: "30",
};

const count = full ? 10_000 : 150;

/** Ten thousand sequences take three minutes. */
const LIMIT_MS = 1_200_000;

longTest(
  `${count} random sequences of steps have the results of a sequential model`,
  LIMIT_MS,
  async (step) => {
    const seed = runSeed();
    const gateway = await openTestGateway();
    let partners = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { maxLength: 25 }), operation, async (steps, last) => {
        partners += 1;
        step(`sequence ${partners} of ${count} (SEED=${seed})`);
        const code = `P${partners}`;
        const partner = await gateway.addPartner(code);
        const real = createReal(gateway, partner);
        const model = new Model();
        for (const step of [...steps, { ...last, do: "list" as const }])
          expect(await real(step)).toEqual(model.run(step));
      }),
      { seed, numRuns: count },
    );
    step("the audit of all");
    expect((await audit(gateway)).findings).toEqual([]);
  },
);
