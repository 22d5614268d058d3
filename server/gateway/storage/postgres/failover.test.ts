import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { describe, expect } from "vitest";
import { startGatewayProcess } from "../../testing/gateway-process.ts";
import { full, longTest } from "../../testing/long-test.ts";
import { onPostgres, temporaryFolder } from "../../testing/open-gateway.ts";
import { hostedBody } from "../../testing/order-bodies.ts";
import { startReplicas, type Replicas } from "../../testing/postgres-replicas.ts";
import { startTcpProxy } from "../../testing/tcp-proxy.ts";

const ORDERS_A_SECOND = full ? 100 : 20;

/** How long a monitor takes to notice that a server is gone. */
const NOTICED_MS = full ? 2000 : 500;

/** Longer than a request waits for the database. */
const QUIET_MS = 6000;

/** After the address leads to the new primary. Promotion itself takes some seconds on a busy machine. */
const LONGEST_RECOVERY_MS = 8000;

const LIMIT_MS = 180_000;

const changes: Readonly<Record<string, (replicas: Replicas) => Promise<unknown>>> = {
  async "the primary is gone, and the standby promoted"(replicas) {
    await replicas.killPrimary();
    await wait(NOTICED_MS);
    await replicas.promoteStandby();
  },
  async "primary and standby swap, and the address leads to the new standby for a while"(replicas) {
    await replicas.swap();
    await wait(NOTICED_MS);
  },
};

describe.runIf(onPostgres)("failover", () => {
  for (const [name, change] of Object.entries(changes).slice(full ? 0 : 1))
    longTest(`no acknowledged order is lost when ${name}`, LIMIT_MS, async (step) => {
      step("two servers");
      await using replicas = await startReplicas();
      const proxy = await startTcpProxy(replicas.primaryUrl);
      step("the gateway");
      const gateway = await startGatewayProcess({
        MODE: "sandbox",
        PORT: "0",
        LOG_LEVEL: "silent",
        DATA_DIR: temporaryFolder(),
        DATABASE_URL: proxy.location,
      });
      try {
        const load = startLoad(gateway.url, gateway.token);
        step("a steady rate");
        await load.steady();
        step("the change");
        const begun = performance.now();
        await change(replicas);
        proxy.leadTo(replicas.standbyUrl);
        const awayMs = Math.round(performance.now() - begun);
        step("orders that succeed");
        await wait(QUIET_MS);
        const orders = await load.stop();
        const ready = await fetch(`${gateway.url}/readyz`);
        const failed = orders.filter(({ status }) => status !== 200);
        const acknowledged = orders.filter(({ status }) => status === 200);
        const stored = await storedOrders(replicas.standbyUrl);
        const figures = {
          orders: orders.length,
          acknowledged: acknowledged.length,
          lost: acknowledged.filter(({ id }) => !stored.has(id)).length,
          failed: failed.length,
          awayMs,
          allSucceedAfterMs: Math.round(Math.max(0, ...failed.map(({ end }) => end - begun))),
          longestMs: Math.round(Math.max(...orders.map(({ tookMs }) => tookMs))),
        };
        console.log(`failover: ${JSON.stringify(figures)}`);
        expect(figures.lost).toBe(0);
        expect(figures.allSucceedAfterMs).toBeLessThan(awayMs + LONGEST_RECOVERY_MS);
        expect(ready.status).toBe(200);
      } finally {
        await gateway.end("SIGKILL");
      }
    });
});

interface Order {
  readonly id: string;
  /** 0: no response. */
  readonly status: number;
  readonly tookMs: number;
  readonly end: number;
}

/** Sends orders at a steady rate, whether or not they are answered. */
function startLoad(url: string, token: string) {
  const orders: Promise<Order>[] = [];
  let latestTookMs = Infinity;
  const place = async (id: string): Promise<Order> => {
    const begun = performance.now();
    const status = await fetch(`${url}/api/v2/orders/payment`, {
      method: "POST",
      headers: { "X-SERVICE-AUTH": token, "Content-Type": "application/json" },
      body: JSON.stringify(hostedBody(id)),
    }).then(
      async (response) => {
        await response.arrayBuffer();
        return response.status;
      },
      () => 0,
    );
    const end = performance.now();
    latestTookMs = end - begun;
    return { id, status, tookMs: latestTookMs, end };
  };
  const begun = performance.now();
  const timer = setInterval(() => {
    const due = ((performance.now() - begun) / 1000) * ORDERS_A_SECOND;
    while (orders.length < due) orders.push(place(`o-${orders.length}`));
  }, 10);
  return {
    /** Waits until orders are answered promptly, at most 20 s on a busy machine. */
    async steady() {
      for (let waits = 0; waits < 2 || (waits < 20 && latestTookMs > 200); waits += 1)
        await wait(1000);
    },
    stop() {
      clearInterval(timer);
      return Promise.all(orders);
    },
  };
}

async function storedOrders(url: string): Promise<ReadonlySet<string>> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query<{ id: string }>("SELECT order_id AS id FROM transactions");
  await client.end();
  return new Set(rows.map(({ id }) => id));
}
