import assert from "node:assert/strict";
import { setTimeout as wait } from "node:timers/promises";
import { contentsOf, type Sink } from "../../testing/callback-sink.ts";
import type { GatewayProcess } from "../../testing/gateway-process.ts";
import { textIn } from "../../testing/call-gateway.ts";
import { LATE_BANK } from "./faulty-sources.ts";
import { makePartner } from "./partner.ts";

/** A partner that the fault must not affect. */
interface Bystander {
  /** Calls every operation and page once. Returns the time of each and of one callback, in milliseconds. */
  visit(): Promise<Timings>;
  /** Makes records that change with time. `requireChanged` checks them after the clock was advanced. */
  leaveRecords(): Promise<{ requireChanged(): Promise<void> }>;
}

/** Milliseconds by operation or path. */
export type Timings = ReadonlyMap<string, number>;

/** The time from a payment until its callback. */
export const CALLBACK = "callback";

/** Timed work is usually done within a second. A busy machine takes longer. */
const SOON_MS = 30_000;

const HEALTHY_ACCOUNT = "0071000123456";
/** The sandbox decides the reversal of this amount an hour later. */
const DECIDED_LATER = 200_202;

/** Makes a bystander whose callbacks go to `sink`. */
export async function makeBystander(gateway: GatewayProcess, sink: Sink): Promise<Bystander> {
  const partner = await makePartner(gateway);
  const { ask, order, payFrom } = partner;
  const notifyUrl = sink.url.href;
  const isTold = (id: string, word: string) =>
    soon(`the callback that ${id} is ${word}`, () =>
      contentsOf(sink).some((content) => content.includes(id) && content.includes(word)),
    );
  const card = { cardNumber: "4111111111111111", expirationMonth: "12", expirationYear: "30" };
  const authorize = async (amount: number) => {
    const path = "/sandbox/authorizations";
    const { body } = await ask(201, "POST", path, { amount, merchantRefId: "r" });
    return textIn(body, "authorizationId");
  };
  const reverse = (authorizationId: string) =>
    ask(200, "POST", "/credit-card/reversal", { authorizationId, merchantRefId: "r" });

  return {
    async visit() {
      const timings = new Map<string, number>();
      const timed = async <Result>(name: string, work: () => Promise<Result>): Promise<Result> => {
        const from = performance.now();
        const result = await work();
        timings.set(name, performance.now() - from);
        return result;
      };
      const placed = await timed("payOrder", () => order("BANK01", notifyUrl));
      assert.equal(await timed("payment page", placed.view), 200);
      assert.equal(await timed("payment form", placed.pay), 303);
      await timed(CALLBACK, () => isTold(placed.id, "success"));
      assert.equal(await timed("createPayment", () => payFrom(HEALTHY_ACCOUNT)), 200);
      const { body } = await timed("saveToken", () => ask(201, "POST", "/sandbox/tokens", card));
      const token = textIn(body, "token");
      await timed("deleteToken", () => ask(200, "DELETE", "/api/v2/token/delete", { token }));
      const held = await timed("createAuthorization", () => authorize(1000));
      await timed("reverseAuthorization", () => reverse(held));
      const started = await timed("startAuthentication", () =>
        ask(201, "POST", "/sandbox/authentications", {
          merchantRefId: "r",
          amount: 1000,
          card: { ...card, number: card.cardNumber },
        }),
      );
      const lookup = `/credit-card/enrollment/validate/${textIn(started.body, "authenticationId")}`;
      await timed("lookupAuthentication", () => ask(200, "POST", lookup));
      for (const path of ["/api/v2/orders/transactions", "/sandbox/deliveries", "/sandbox/clock"])
        await timed(path, () => ask(200, "GET", path));
      for (const path of ["/healthz", "/openapi.json", "/metrics"])
        await timed(path, async () => {
          const response = await fetch(gateway.url + path);
          await response.arrayBuffer();
          assert.equal(response.status, 200);
        });
      return timings;
    },

    async leaveRecords() {
      const unpaid = await order("BANK01", notifyUrl);
      const late = await order(LATE_BANK, notifyUrl);
      assert.equal(await late.pay(), 303);
      const lapsing = await authorize(1000);
      const later = await authorize(DECIDED_LATER);
      await reverse(later);
      const statusOf = async (id: string) => textIn((await reverse(id)).body, "status");
      return {
        async requireChanged() {
          await isTold(late.id, "success");
          await isTold(unpaid.id, "error");
          await soon(`the reversal of ${later}`, async () => (await statusOf(later)) === "success");
          const path = `/sandbox/authorizations/${lapsing}/capture`;
          await ask(409, "POST", path);
        },
      };
    },
  };
}

/** @throws Error when the condition is not true in time */
async function soon(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  const until = performance.now() + SOON_MS;
  while (!(await holds())) {
    if (performance.now() > until)
      throw new Error(`After ${SOON_MS} ms there is still no sign of ${what}.`);
    await wait(POLL_MS);
  }
}

const POLL_MS = 5;
