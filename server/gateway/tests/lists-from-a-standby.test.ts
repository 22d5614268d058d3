import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { startGatewayProcess } from "../testing/gateway-process.ts";
import { execute, onPostgres, temporaryFolder } from "../testing/open-gateway.ts";
import { hostedBody } from "../testing/order-bodies.ts";
import { startReplicas } from "../testing/postgres-replicas.ts";
import { startTcpProxy } from "../testing/tcp-proxy.ts";
import { callGateway } from "./testing/call-gateway.ts";

/** Longer than a standby that could not be used is left alone. */
const LATER_MS = 1500;

test.runIf(onPostgres)(
  "every list has the order that was placed before it, whatever server DATABASE_READ_URL leads to",
  async () => {
    await using replicas = await startReplicas();
    const { primaryUrl, standbyUrl } = replicas;
    const address = await startTcpProxy(primaryUrl);
    const readAddress = await startTcpProxy(standbyUrl);
    const gateway = await startGatewayProcess({
      MODE: "sandbox",
      PORT: "0",
      LOG_LEVEL: "silent",
      DATA_DIR: temporaryFolder(),
      DATABASE_URL: address.location,
      DATABASE_READ_URL: readAddress.location,
    });
    try {
      const call = callGateway(gateway.url, gateway.token);
      let orders = 0;
      /** Returns the server of the list. */
      const placeAndList = async () => {
        const orderId = `order-${(orders += 1)}`;
        const before = await standbyReads(gateway.url);
        await expect
          .poll(
            async () => (await call("POST", "/api/v2/orders/payment", hostedBody(orderId))).status,
          )
          .toBe(200);
        const { status, body } = await call("GET", "/api/v2/orders/transactions");
        expect(status).toBe(200);
        expect(body).toHaveProperty("transactions.0.orderId", orderId);
        const after = await standbyReads(gateway.url);
        return after > before ? "standby" : "primary";
      };
      await expect.poll(placeAndList).toBe("standby");

      await replicas.killPrimary();
      await replicas.promoteStandby();
      address.leadTo(standbyUrl);
      expect(await placeAndList()).toBe("primary");

      await replicas.restartFormer("primary");
      readAddress.leadTo(primaryUrl);
      readAddress.end();
      await execute(primaryUrl, "SET synchronous_commit = local; DELETE FROM settings");
      for (const change of [
        () => Promise.resolve(),
        () => replicas.restartFormer("standby"),
        async () => {
          await execute(primaryUrl, "SELECT pg_promote()");
          await replicas.restartFormer("standby");
        },
      ]) {
        await change();
        await wait(LATER_MS);
        expect(await placeAndList()).toBe("primary");
      }
    } finally {
      await gateway.end("SIGKILL");
    }
  },
);

/** How many lists a gateway has read from a standby. */
async function standbyReads(url: string): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  return Number(/gateway_list_reads_total\{server="standby"\} (\d+)/.exec(metrics)?.[1] ?? 0);
}
