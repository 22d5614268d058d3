import fc from "fast-check";
import { expect } from "vitest";
import { openTestGateway } from "../testing/open-gateway.ts";
import { full, longTest } from "../testing/long-test.ts";
import { placeHosted } from "../testing/orders.ts";
import { runSeed } from "../testing/random.ts";
import { audit } from "./history-audit/audit.ts";
import {
  captureAuthorization,
  createAuthorization,
  findAuthorization,
} from "./authorizations/authorizations.ts";
import { testReversals } from "./bank/bank-test-data.ts";
import { doDueWork } from "./scheduled/due.ts";
import { isDomainError } from "./errors.ts";
import type { Gateway } from "./dependencies.ts";
import type { Partner } from "./partners/partner.ts";
import { decideTransaction, listTransactions } from "./payments/payments.ts";
import { reverseAuthorization } from "./reversals/reversals.ts";
import { deleteToken, findSavedCard, saveCard } from "./cards/saved-cards.ts";

/** One thing that a partner, the bank or time does. `at` picks one of what was made before. */
type Operation =
  | { readonly do: "order"; readonly code: number }
  | {
      readonly do: "decide";
      readonly at: number;
      readonly to: "success" | "error";
    }
  | { readonly do: "save" | "due" | "list" }
  | { readonly do: "authorize"; readonly amount: number }
  | { readonly do: "capture" | "look" | "delete"; readonly at: number }
  | { readonly do: "reverse"; readonly at: number; readonly ref: number }
  | { readonly do: "wait"; readonly ms: number };

// Few of each, so that much happens to every one.
const index = fc.nat(2);
const operation: fc.Arbitrary<Operation> = fc.oneof(
  fc.record({ do: fc.constant("order" as const), code: fc.nat(5) }),
  fc.record({
    do: fc.constant("decide" as const),
    at: index,
    to: fc.constantFrom("success" as const, "error" as const),
  }),
  fc.record({
    do: fc.constantFrom("save" as const, "due" as const, "list" as const),
  }),
  fc.record({
    do: fc.constant("authorize" as const),
    amount: fc.constantFrom(1000, ...testReversals.keys()),
  }),
  fc.record({
    do: fc.constantFrom("capture" as const, "look" as const, "delete" as const),
    at: index,
  }),
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("reverse" as const),
      at: index,
      ref: fc.nat(1),
    }),
  },
  // Around the ends of fifteen minutes, of an hour and of seven days, and in between.
  fc.record({
    do: fc.constant("wait" as const),
    ms: fc.constantFrom(1, 449_999, 450_000, 899_999, 3_599_999, 302_400_000, 604_799_999),
  }),
);

interface Hold {
  readonly until: number;
  readonly amount: number;
  status: string;
  readonly reversals: Map<number, { status: string; since: number }>;
}

/** The gateway as it would be if it did one thing after the other and never forgot anything. */
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

  /** What time brings about. */
  pass(): void {
    for (const order of this.orders)
      if (order.status === "pending" && this.now >= order.until) order.status = "error";
    for (const hold of this.holds) {
      this.decide(hold);
      if (isFree(hold) && this.now >= hold.until) hold.status = "REVERSED";
    }
  }

  /** What the bank says of the pending reversal, if there is one. */
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
  const pending = [...reversals.values()].some((one) => one.status === "pending");
  return status === "AUTHORIZED" && !pending;
}

/** The gateway itself, asked the same. */
class Real {
  readonly #gateway: Gateway;
  readonly #partner: Partner;
  readonly #advance: (ms: number) => void;
  readonly #orders: string[] = [];
  readonly #holds: string[] = [];
  readonly #tokens: string[] = [];

  constructor(gateway: Gateway, partner: Partner, advance: (ms: number) => void) {
    this.#gateway = gateway;
    this.#partner = partner;
    this.#advance = advance;
  }

  async run(step: Operation): Promise<unknown> {
    try {
      return await this.#ask(step);
    } catch (error) {
      if (isDomainError(error)) return error.code;
      throw error;
    }
  }

  async #ask(step: Operation): Promise<unknown> {
    const gateway = this.#gateway;
    const caller = { partnerCode: this.#partner.code };
    switch (step.do) {
      case "order": {
        const placed = await placeHosted(gateway, this.#partner, String(step.code), {
          paymentMethod: "VA",
        });
        this.#orders.push(placed.id);
        return placed.status;
      }
      case "decide": {
        const id = this.#orders[step.at];
        return id === undefined
          ? "nothing"
          : (await decideTransaction(gateway, caller, id, step.to)).status;
      }
      case "authorize": {
        const request = { merchantRefId: "m", amount: step.amount };
        const held = await createAuthorization(gateway, caller, request);
        this.#holds.push(held.id);
        return held.status;
      }
      case "capture": {
        const id = this.#holds[step.at];
        return id === undefined
          ? "nothing"
          : (await captureAuthorization(gateway, caller, id)).status;
      }
      case "reverse": {
        const id = this.#holds[step.at];
        if (id === undefined) return "nothing";
        const request = {
          authorizationId: id,
          merchantRefId: `r-${step.ref}`,
        };
        return (await reverseAuthorization(gateway, caller, request)).status;
      }
      case "look": {
        const id = this.#holds[step.at];
        return id === undefined ? "nothing" : (await findAuthorization(gateway, caller, id)).status;
      }
      case "save": {
        const { token, saved } = await saveCard(gateway, caller, card);
        this.#tokens.push(token);
        return saved.status;
      }
      case "delete": {
        const token = this.#tokens[step.at];
        if (token === undefined) return "nothing";
        await deleteToken(gateway, caller, token);
        return (await findSavedCard(gateway, caller, token))?.status;
      }
      case "list": {
        const filter = { ...caller, limit: 50, page: 1 };
        const { transactions } = await listTransactions(gateway, filter);
        return transactions.map(({ orderId, status }) => `${orderId} ${status}`).reverse();
      }
      case "wait":
        this.#advance(step.ms);
        return undefined;
      case "due":
        await doDueWork(gateway);
        return undefined;
    }
  }
}

const card = {
  cardNumber: "4111111111111111",
  expirationMonth: "12",
  expirationYear: "30",
};

const count = full ? 10_000 : 150;

/** Ten thousand sequences take three minutes. */
const LIMIT_MS = 1_200_000;

longTest(`${count} random sequences end as a model of one thread says`, LIMIT_MS, async (step) => {
  const seed = runSeed();
  const gateway = await openTestGateway();
  let partners = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: 1, maxLength: 25 }), async (steps) => {
      partners += 1;
      step(`sequence ${partners} of ${count} (SEED=${seed})`);
      const code = `P${partners}`;
      const partner = await gateway.addPartner(code);
      const real = new Real(gateway, partner, (ms) => {
        gateway.advance(ms);
      });
      const model = new Model();
      for (const step of steps) expect(await real.run(step)).toEqual(model.run(step));
      const last = { do: "list" } as const;
      expect(await real.run(last)).toEqual(model.run(last));
    }),
    { seed, numRuns: count },
  );
  step("the audit of all");
  expect((await audit(gateway)).findings).toEqual([]);
});
