import fc from "fast-check";
import { expect, test } from "vitest";
import { doDueWork } from "../../domain/scheduled/due.ts";
import { decideTransaction, listOwnTransactions } from "../../domain/payments/payments.ts";
import { type Transaction, transactionAt } from "../../domain/payments/transaction.ts";
import { startPayment } from "../../domain/payments/transactions.ts";
import type { TransactionFilter } from "../../domain/store.ts";
import { openTestGateway } from "../../testing/open-gateway.ts";
import { full } from "../../testing/long-test.ts";
import { goodAccount, placeDirect, placeHosted } from "../../testing/orders.ts";
import { runSeed } from "../../testing/random.ts";

const statuses = ["pending", "processing", "success", "error"] as const;
const methods = ["CC", "VA"] as const;
const at = fc.nat(30);

const step = fc.oneof(
  fc.record({ do: fc.constantFrom("place", "placeDirect"), method: fc.constantFrom(...methods) }),
  fc.record({ do: fc.constantFrom("start", "pay", "refuse"), at }),
  fc.record({
    do: fc.constant("wait"),
    ms: fc.constantFrom(0, 1, 60_000, 299_999, 300_000, 600_000, 900_000),
  }),
  fc.record({ do: fc.constant("due") }),
  fc.record({ do: fc.constant("count"), size: fc.integer({ min: 1, max: 4 }) }),
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

const filter = fc.record({
  status: fc.option(fc.constantFrom(...statuses), { nil: undefined }),
  paymentMethod: fc.option(fc.constantFrom(...methods), { nil: undefined }),
  from: fc.option(at, { nil: undefined }),
  to: fc.option(at, { nil: undefined }),
  limit: fc.integer({ min: 1, max: 5 }),
  page: fc.integer({ min: 1, max: 4 }),
});

test("pages and totals are those of a plain selection, for random steps and filters", async () => {
  const gateway = await openTestGateway();
  let partners = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 30 }),
      fc.array(filter, { minLength: 1, maxLength: 8 }),
      async (steps, filters) => {
        partners += 1;
        const partner = await gateway.addPartner(`P${partners}`);
        const caller = { partnerCode: partner.code };
        const ids: string[] = [];
        const act = async (step: Step) => {
          if ("method" in step) {
            const order = { paymentMethod: step.method, bankCode: "BANK01" };
            const placed =
              step.do === "place"
                ? await placeHosted(gateway, partner, `o-${ids.length}`, order)
                : (
                    await placeDirect(gateway, partner, `o-${ids.length}`, {
                      ...order,
                      source: goodAccount,
                    })
                  ).transaction;
            ids.push(placed.id);
          } else if ("ms" in step) gateway.advance(step.ms);
          else if ("at" in step) {
            const id = ids[step.at % ids.length];
            const found = id === undefined ? undefined : await gateway.store.transactions.get(id);
            if (found?.status !== "pending") return;
            if (step.do === "start")
              await gateway.store.atomically((store) => startPayment({ ...gateway, store }, found));
            else {
              const result = step.do === "pay" ? "success" : "error";
              // It may have expired.
              await decideTransaction(gateway, caller, found.id, result).catch(() => undefined);
            }
          } else if ("size" in step) {
            const until = gateway.clock.now() - 1;
            await gateway.store.inTurn(partner.code, ({ transactions }) =>
              transactions.countNext(partner.code, until, step.size),
            );
          } else await doDueWork(gateway);
        };
        for (const step of steps) await act(step);
        const stored = await Promise.all(ids.map((id) => gateway.store.transactions.get(id)));
        const all = stored
          .filter((transaction) => transaction !== undefined)
          .map((transaction) => transactionAt(transaction, gateway.clock.now()));
        for (const { from, to, ...wanted } of filters) {
          const createdFrom = from === undefined ? undefined : all[from]?.createdAt;
          const createdTo = to === undefined ? undefined : all[to]?.createdAt;
          const given = { ...caller, ...wanted, createdFrom, createdTo };
          expect(await listOwnTransactions(gateway, given)).toEqual(selected(all, given));
        }
      },
    ),
    { seed: runSeed(), numRuns: full ? 2000 : 60, endOnFailure: true },
  );
});

function selected(
  all: readonly Transaction[],
  { createdFrom = 0, createdTo = Infinity, status, paymentMethod, limit, page }: TransactionFilter,
) {
  const matches = all
    .filter(
      (transaction) =>
        transaction.createdAt >= createdFrom &&
        transaction.createdAt <= createdTo &&
        (status === undefined || transaction.status === status) &&
        (paymentMethod === undefined || transaction.paymentMethod === paymentMethod),
    )
    .reverse();
  return {
    transactions: matches.slice((page - 1) * limit, page * limit),
    total: matches.length,
  };
}
