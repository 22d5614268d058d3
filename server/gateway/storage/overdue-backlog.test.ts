import { join } from "node:path";
import { expect } from "vitest";
import { DEMO_PARTNER_CODE } from "../domain/partners/partners.ts";
import { copyOrder } from "../testing/copy-order.ts";
import { full, longTest } from "../testing/long-test.ts";
import { placeHosted } from "../testing/orders.ts";
import { serve } from "../testing/serve.ts";

const ORDERS = full ? 100_000 : 1000;

/** A full run takes minutes, more on a busy machine. */
const LIMIT_MS = 1_200_000;

longTest(
  `${ORDERS} overdue orders of one partner delay neither lists nor the expiry of another partner's order`,
  LIMIT_MS,
  async (step) => {
    const { settings, gateway, partner, call } = await serve();
    const { transactions } = gateway.store;
    await placeHosted(gateway, partner, "template");
    await copyOrder(settings.databaseUrl ?? join(settings.dataDirectory, "gateway.sqlite"), ORDERS);
    // Made after the others, so it is the last to become overdue.
    const demoPartner = { ...partner, code: DEMO_PARTNER_CODE };
    const { id } = await placeHosted(gateway, demoPartner, "o-1");
    const countStored = async () => {
      // At the instant 0, no order is overdue.
      const pending = { partnerCode: "P1", status: "pending", limit: 1, page: 1 } as const;
      return (await transactions.list(pending, 0)).total;
    };
    const list = async () => {
      const from = performance.now();
      const response = await call("GET", "/api/v2/orders/transactions?status=error&limit=1");
      const { pagination } = (await response.json()) as { pagination: { total: number } };
      return { total: pagination.total, ms: performance.now() - from };
    };
    const lists = async () => {
      const read = [];
      for (let count = 0; count < 20; count += 1) read.push(await list());
      return read.sort((a, b) => a.ms - b.ms);
    };
    step("lists before");
    const [before] = (await lists()).slice(10);
    await call("POST", "/sandbox/clock/advance", { seconds: 900 });
    step("lists with the backlog");
    const during = await lists();
    expect(during.map(({ total }) => total)).toEqual(during.map(() => ORDERS + 1));
    // Other work of the gateway may delay them, but not in proportion to the backlog.
    expect(during[10]?.ms).toBeLessThan(20 * (before?.ms ?? 0) + 100);

    step("the other partner's order");
    await expect.poll(async () => (await transactions.get(id))?.status).toBe("error");
    expect(await countStored()).toBeGreaterThan(ORDERS / 2);
    step("the end of the backlog");
    await expect.poll(countStored, { timeout: LIMIT_MS, interval: 500 }).toBe(0);
    expect((await gateway.store.deliveries.backlog()).pending).toBeGreaterThan(0);
  },
);
