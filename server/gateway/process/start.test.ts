import { once } from "node:events";
import { type ClientRequest, request } from "node:http";
import { expect, test } from "vitest";
import { listen } from "../../skeleton/testing/listen.ts";
import { systemClock } from "../platform/system-effects.ts";
import { ASK_AGAIN_MS } from "../domain/bank/questions.ts";
import { moveTransaction } from "../domain/payments/transactions.ts";
import { createLog } from "../http/observability/log.ts";
import { bankModule } from "../testing/bank-module.ts";
import { hostedBody } from "../testing/order-bodies.ts";
import { placeHosted } from "../testing/orders.ts";
import { startGateway } from "./start.ts";
import { inProduction, testSettings } from "../testing/open-gateway.ts";
import { full } from "../testing/long-test.ts";
import { serve } from "../testing/serve.ts";

test("closing waits for open requests and accepts no new ones", async () => {
  const { url, jwt, close } = await serve();
  const begun = await beginDeletion(url, jwt);
  const response = once(begun, "response");
  const closed = close();
  const probe = () =>
    fetch(`${url}/healthz`).then(
      ({ status }) => status,
      () => "refused",
    );
  await expect.poll(probe).toBe("refused");
  begun.end(body);
  expect(await response).toMatchObject([{ statusCode: 404 }]);
  await closed;
});

test("before it closes, it says for a while that it is not ready, and still takes requests", async () => {
  const { url, call, close } = await serve({ drainSeconds: 1 });
  const readiness = () => fetch(`${url}/readyz`).then(({ status }) => status);
  expect(await readiness()).toBe(200);
  const closed = close();
  expect(await readiness()).toBe(503);
  expect((await call("POST", "/api/v2/orders/payment", hostedBody("o-1"))).status).toBe(200);
  await closed;
  await expect(readiness()).rejects.toThrow();
});

test("closing reports what does not finish in time", async () => {
  const bank = bankModule(`const hang = () => new Promise(() => {});
    export const createBank = () => Object.fromEntries(
      ["register", "sendOtp", "decide", "reverse", "enrol", "close"].map((name) => [name, hang]));`);
  const lines: string[] = [];
  const log = createLog("warn", { write: (line) => lines.push(line) });
  // The database closes within this time also on a busy machine.
  const limits = { finishMs: 50, closeMs: 1000 };
  const production = { ...inProduction, bankModule: bank };
  const { url, gateway, partner, jwt, close } = await serve(production, log, limits);
  const order = await placeHosted(gateway, partner, "o-1", { bankCode: "BANK01" });
  const before = { ...gateway, clock: { now: () => systemClock.now() - ASK_AGAIN_MS } };
  await gateway.store.atomically((store) => moveTransaction({ ...before, store }, order, "start"));
  const unasked = () => gateway.store.transactions.banksWithUndecided(before.clock.now());
  await expect.poll(unasked).toEqual([]);
  await beginDeletion(url, jwt);
  await close();
  const last: unknown = JSON.parse(lines.at(-1) ?? "");
  expect(last).toMatchObject({ unfinished: ["requests", "background work", "bank"] });
});

test.runIf(full)(
  "a body that arrives too slowly is answered and its connection closed",
  { timeout: 90_000 },
  async () => {
    const { url, jwt } = await serve();
    const begun = await beginDeletion(url, jwt);
    expect(await once(begun, "response")).toMatchObject([{ statusCode: 408 }]);
  },
);

test.each([
  ["a port in use", undefined, "Set PORT"],
  ["an address of another machine", "192.0.2.1", "Set HOST"],
])("%s is reported with what to set", async (_, host, advice) => {
  await using other = await listen(() => undefined);
  const { port } = other;
  const starting = startGateway(await testSettings({ port, ...(host !== undefined && { host }) }));
  await expect(starting).rejects.toMatchObject({
    code: "cannot-listen",
    message: expect.stringContaining(advice) as unknown,
  });
});

const body = '{"token":"unknown"}';

/** A request whose body is not sent yet. */
async function beginDeletion(url: string, jwt: string): Promise<ClientRequest> {
  const begun = request(`${url}/api/v2/token/delete`, {
    method: "DELETE",
    headers: {
      "X-SERVICE-AUTH": jwt,
      "Content-Type": "application/json",
      "Content-Length": body.length,
      Expect: "100-continue",
    },
  });
  begun.on("error", () => undefined);
  begun.flushHeaders();
  await once(begun, "continue");
  return begun;
}
