import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect } from "vitest";
import type { Gateway } from "../domain/dependencies.ts";
import { countTransactions } from "../domain/payments/counting.ts";
import { PAYABLE_MS } from "../domain/payments/transaction.ts";
import { decideTransaction } from "../domain/payments/payments.ts";
import { removeEndedDeliveries } from "../domain/outbox/retention.ts";
import { startSink } from "../testing/callback-sink.ts";
import { full, longTest } from "../testing/long-test.ts";
import { temporaryFolder } from "../testing/open-gateway.ts";
import { directBody, hostedBody } from "../testing/order-bodies.ts";
import { placeHosted } from "../testing/orders.ts";
import { pressPay } from "../testing/press-pay.ts";
import { runCommand, sandboxOf, startCommand } from "../testing/process.ts";
import { serve } from "../testing/serve.ts";
import { auditOf } from "./testing/audit.ts";

/** Several transactions of the command. */
const ARCHIVED = full ? 3000 : 520;
/** Orders that have no result yet when the file is written. */
const OPEN = 40;
const LIMIT_MS = 600_000;

const PAY = "/api/v2/orders/payment";
const LIST = "/api/v2/orders/transactions";
const REVERSE = "/credit-card/reversal";

longTest(
  "while archived orders are removed, lists, payments and reversals of the same codes go on, and nothing is lost or half removed",
  LIMIT_MS,
  async (step) => {
    await using sink = await startSink();
    const { settings, gateway, partner, links, call } = await serve();
    const { payment } = links.in("en");
    const caller = { partnerCode: partner.code };
    const notified = { reference: { notifyUrl: sink.url.href } };

    step("orders that have ended, and their callbacks");
    const ended: { readonly id: string; readonly orderId: string }[] = [];
    for (let at = 0; at < ARCHIVED; at += 1) {
      const { id, orderId } = await placeHosted(gateway, partner, `ended-${at}`, notified);
      await decideTransaction(gateway, caller, id, at % 2 === 0 ? "success" : "error");
      ended.push({ id, orderId });
    }
    let forgotten = 0;
    await expect
      .poll(async () => (forgotten += await removeEndedDeliveries(gateway, -1)), {
        timeout: LIMIT_MS,
        interval: 200,
      })
      .toBe(ARCHIVED);
    // As if they could no longer be paid.
    const later = Date.now() + PAYABLE_MS;
    const { store } = gateway;
    await countTransactions({ store, clock: { ...gateway.clock, now: () => later } }, later, {
      size: 100,
    });
    const open: string[] = [];
    for (let at = 0; at < OPEN; at += 1)
      open.push(
        (
          await placeHosted(gateway, partner, `open-${at}`, {
            paymentMethod: "VA",
            bankCode: "BANK01",
          })
        ).id,
      );

    step("the file");
    const file = join(temporaryFolder(), "orders.jsonl");
    const [command, sandbox] = ["cli/archive.ts", sandboxOf(settings)] as const;
    const write = await runCommand(command, ["--before", "2999-01-01", "--to", file], sandbox);
    expect(write).toMatchObject({ code: 0, stdout: `Wrote ${ARCHIVED} orders to ${file}.\n` });

    step("the removal by two commands, of which one is killed, and requests meanwhile");
    const ids = ended.map(({ id }) => id);
    let isRemoving = true;
    const statuses = new Map<string, number>();
    const placed: string[] = [];
    const note = (what: string, status: number) => {
      const key = `${what} ${status}`;
      statuses.set(key, (statuses.get(key) ?? 0) + 1);
    };
    const works: readonly ((at: number) => Promise<void>)[] = [
      async (at) => {
        const response = await call("GET", `${LIST}?limit=50&page=${1 + (at % 30)}`);
        const { transactions, pagination } = (await response.json()) as {
          readonly transactions: readonly unknown[];
          readonly pagination: { readonly total: number };
        };
        note("list", response.status);
        // The rows and their number are of the same instant.
        const rest = pagination.total - 50 * (at % 30);
        expect(transactions).toHaveLength(Math.max(0, Math.min(50, rest)));
      },
      async (at) => {
        const { orderId = "" } = ended[(at * 7) % ended.length] ?? {};
        const body = at % 2 === 0 ? hostedBody(orderId) : directBody(orderId);
        const path = at % 2 === 0 ? PAY : "/api/v2/orders/create-payment";
        const response = await call("POST", path, body);
        const { errorCode } = (await response.json()) as { readonly errorCode?: number };
        note(`the same code ${errorCode ?? 0}`, response.status);
      },
      async (at) => {
        const { id = "" } = ended[(at * 13) % ended.length] ?? {};
        const page = await fetch(payment(id));
        await page.arrayBuffer();
        note("page", page.status);
        const result = await call("POST", `/sandbox/transactions/${id}/result`, {
          status: "success",
        });
        await result.arrayBuffer();
        note("result", result.status);
      },
      async () => {
        await wait(20);
        const id = open.shift();
        if (id === undefined) return;
        const response = await pressPay(payment(id));
        await response.arrayBuffer();
        note("payment", response.status);
        placed.push(id);
      },
      async (at) => {
        const response = await call("POST", PAY, hostedBody(`new-${at}`));
        const { transaction } = (await response.json()) as {
          readonly transaction: { readonly transactionId: string };
        };
        note("order", response.status);
        placed.push(transaction.transactionId);
      },
      async (at) => {
        const merchantRefId = `ended-${at}`;
        const made = await call("POST", "/sandbox/authorizations", { amount: 1000, merchantRefId });
        const { authorizationId } = (await made.json()) as { readonly authorizationId: string };
        const response = await call("POST", REVERSE, { authorizationId, merchantRefId });
        await response.arrayBuffer();
        note("reversal", response.status);
      },
    ];
    const loops = works.map(async (work) => {
      for (let at = 0; isRemoving; at += 1) await work(at);
    });
    const removal = runCommand(command, ["--remove", file], sandbox);
    const interrupted = startCommand(command, ["--remove", file], sandbox);
    await expect
      .poll(() => leftOf(gateway, ids), { timeout: LIMIT_MS, interval: 20 })
      .toBeLessThan(ARCHIVED);
    await interrupted.end("SIGKILL");
    expect(interrupted.child.signalCode).toBe("SIGKILL");
    await Promise.race([removal, ...loops]);
    expect(await removal).toMatchObject({ code: 0 });
    isRemoving = false;
    await Promise.all(loops);
    console.log(`archive races: ${JSON.stringify(Object.fromEntries(statuses))}`);

    step("the records afterwards");
    expect([...statuses.keys()].filter((key) => / (0|5\d\d)$/.test(key))).toEqual([]);
    expect([...statuses.keys()].filter((key) => key.startsWith("the same code"))).toEqual([
      "the same code 30 409",
    ]);
    expect(await gateway.store.history.of("transaction", ids)).toEqual([]);
    expect(await leftOf(gateway, ids)).toBe(0);
    const kept = [...placed, ...open];
    expect(await leftOf(gateway, kept)).toBe(kept.length);
    const list = await call("GET", LIST);
    expect(await list.json()).toMatchObject({ pagination: { total: kept.length } });
    const place = { folder: settings.dataDirectory, databaseUrl: settings.databaseUrl };
    expect((await auditOf(place)).findings).toEqual([]);
  },
);

/** How many of these orders exist. */
async function leftOf({ store }: Gateway, ids: readonly string[]): Promise<number> {
  return (await store.history.statesOf("transaction", ids)).length;
}
