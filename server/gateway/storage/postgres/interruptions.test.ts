import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { describe, expect, onTestFinished, test } from "vitest";
import { listOwnTransactions } from "../../domain/payments/payments.ts";
import { createPartner } from "../../domain/partners/partners.ts";
import { openGateway } from "../../process/open.ts";
import { startGateway } from "../../process/start.ts";
import { onPostgres, testSettings } from "../../testing/open-gateway.ts";
import { placeHosted } from "../../testing/orders.ts";
import { sandboxBank } from "../../domain/bank/bank-sandbox.ts";
import { startTcpProxy } from "../../testing/tcp-proxy.ts";
import { openDatabase } from "../dialect.ts";
import { addOrders } from "../stores/transactions.ts";

describe.runIf(onPostgres)("interruptions of PostgreSQL", () => {
  test("orders and lists succeed while their connections are ended", async () => {
    const settings = await testSettings();
    const { gateway, close } = await openGateway(settings, sandboxBank);
    onTestFinished(close);
    const { partner } = await createPartner(gateway, "P1", { ownerType: false });
    const endConnections = await connectionEnder(settings.databaseUrl);
    const over = new AbortController();
    const ending = (async () => {
      while (!over.signal.aborted) {
        await endConnections();
        await wait(100);
      }
    })();
    const ORDERS = 100;
    const place = async (order: number) => {
      await placeHosted(gateway, partner, `o-${order}`);
      await listOwnTransactions(gateway, { partnerCode: "P1", limit: 1, page: 1 });
    };
    const work = async (first: number) => {
      for (let order = first; order < ORDERS; order += 5) await place(order);
    };
    const results = await Promise.allSettled([0, 1, 2, 3, 4].map(work));
    over.abort();
    await ending;
    expect(results.filter(({ status }) => status === "rejected")).toEqual([]);
    const { total } = await listOwnTransactions(gateway, { partnerCode: "P1", limit: 1, page: 1 });
    expect(total).toBe(ORDERS);
  });

  test("a repeated run finds the orders that an earlier run has stored", async () => {
    const settings = await testSettings();
    const { gateway, close } = await openGateway(settings, sandboxBank);
    onTestFinished(close);
    const { partner } = await createPartner(gateway, "P1", { ownerType: false });
    const order = await placeHosted(gateway, partner, "o-1");
    const history = await gateway.store.history.of("transaction", [order.id]);
    const { database } = openDatabase(settings.databaseUrl ?? "");
    onTestFinished(() => database.destroy());
    const copy = { ...order, id: "another-id" };
    const orders = history.flatMap((created) => [
      [order, created] as const,
      [copy, created] as const,
    ]);
    expect(await addOrders(database, orders)).toEqual([false, false]);
    expect(await addOrders(database, orders, true)).toEqual([true, false]);
  });

  test("a transaction runs again if its connection ends before it commits", async () => {
    const settings = await testSettings();
    const { gateway, close } = await openGateway(settings, sandboxBank);
    onTestFinished(close);
    const endConnections = await connectionEnder(settings.databaseUrl);
    let runs = 0;
    const read = await gateway.store.atomically(async ({ settings: stored }) => {
      runs += 1;
      await stored.write("run", String(runs));
      if (runs === 1) await endConnections();
      return stored.read("run");
    });
    expect(read).toBe("2");
  });

  test("a request without a database is told when to come back", async () => {
    const settings = await testSettings();
    const proxy = await startTcpProxy(settings.databaseUrl ?? "");
    const running = await startGateway({ ...settings, databaseUrl: proxy.location });
    onTestFinished(running.close);
    proxy.leadTo("postgres://127.0.0.1:1/none");
    proxy.end();
    const url = `${running.url}/api/v2/orders/transactions`;
    const response = await fetch(url, { headers: { "X-SERVICE-AUTH": UNKNOWN_ISSUER } });
    expect(response.status).toBe(503);
    expect(response.headers.get("Retry-After")).toBe("5");
    expect(await response.json()).toMatchObject({ errorCode: 503 });
  });
});

/** A JWT whose issuer has to be looked up. */
const UNKNOWN_ISSUER = [
  '{"alg":"HS256","typ":"JWT"}',
  `{"iss":"P9","iat":${Math.floor(Date.now() / 1000)},"exp":4000000000}`,
  "x",
]
  .map((part) => Buffer.from(part).toString("base64url"))
  .join(".");

/** Returns a function that ends all other connections to a database. */
async function connectionEnder(url: string | undefined): Promise<() => Promise<unknown>> {
  const admin = new pg.Client(url);
  await admin.connect();
  onTestFinished(() => admin.end());
  return () =>
    admin.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    );
}
