import { setTimeout as wait } from "node:timers/promises";
import { describe, expect } from "vitest";
import { startGatewayProcess } from "../../testing/gateway-process.ts";
import { full, longTest } from "../../testing/long-test.ts";
import { onPostgres, temporaryFolder } from "../../testing/open-gateway.ts";
import { startReplicas, type Replicas } from "../../testing/postgres-replicas.ts";
import { startLoad, storedOrders } from "../../testing/steady-load.ts";
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
        const load = startLoad(gateway.url, gateway.token, ORDERS_A_SECOND);
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
