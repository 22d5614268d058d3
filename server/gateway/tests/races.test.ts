import { expect } from "vitest";
import { onPostgres, takeTestDatabase } from "../testing/open-gateway.ts";
import { full, longTest } from "../testing/long-test.ts";
import { callGateway, textIn } from "../testing/call-gateway.ts";
import { directBody, hostedBody } from "../testing/order-bodies.ts";
import { makeGatewayCluster } from "../testing/gateway-cluster.ts";

/** SQLite allows one process. PostgreSQL can be shared. */
const PROCESSES = onPostgres ? 2 : 1;
const STARTED_AT_ONCE = full ? 4 : 2;
const ORDERS = full ? 200 : 3;
const AT_ONCE = 50;

const TITLE = `gateways that start together on a new database share one clock, and accept one of ${AT_ONCE} concurrent orders with the same code`;
/** Two hundred take two minutes. */
const LIMIT_MS = 600_000;

longTest(TITLE, LIMIT_MS, async (step) => {
  await using cluster = await makeGatewayCluster(await takeTestDatabase());
  const started = await Promise.all(
    Array.from({ length: STARTED_AT_ONCE }, () => cluster.start({ LOG_LEVEL: "silent" })),
  );
  const [{ token } = { token: "" }] = started;
  const callers = started.map(({ url }) => callGateway(url, token));
  const list = async () => {
    const lists = await Promise.all(
      callers.map((call) => call("GET", "/api/v2/orders/transactions")),
    );
    return lists.map(({ body }) => body);
  };
  expect(await list()).toMatchObject(started.map(() => ({ transactions: [] })));

  const served = callers.slice(0, PROCESSES);
  for (let order = 0; order < ORDERS; order += 1) {
    step(`the responses under code ${order + 1} of ${ORDERS}`);
    const outcomes = Array.from({ length: AT_ONCE }, async (_, at) => {
      // Both endpoints at once, because they share the order codes.
      const [path, body] =
        at % 4 < 2
          ? ["/api/v2/orders/payment", hostedBody(`race-${order}`)]
          : ["/api/v2/orders/create-payment", directBody(`race-${order}`)];
      const call = served[at % served.length] ?? callGateway("", token);
      const response = await call("POST", path, body);
      return [response.status, (response.body as { errorCode?: number }).errorCode].join(" ");
    });
    const refused = Array.from({ length: AT_ONCE - 1 }, () => "409 30");
    expect((await Promise.all(outcomes)).sort()).toEqual(["200 ", ...refused]);
  }
  step("the lists of all gateways");
  const total = { pagination: { total: ORDERS } };
  expect((await list()).slice(0, PROCESSES)).toMatchObject(served.map(() => total));

  step("the clocks of all gateways");
  const read = async (): Promise<string[]> => {
    const clocks = await Promise.all(served.map((call) => call("GET", "/sandbox/clock")));
    return clocks.map(({ body }) => textIn(body, "now"));
  };
  for (const call of served) {
    await call("POST", "/sandbox/clock/freeze");
    await call("POST", "/sandbox/clock/advance", { seconds: 3600 });
    expect(new Set(await read()).size).toBe(1);
    await call("POST", "/sandbox/clock/unfreeze");
  }
  const [first = ""] = await read();
  // The clock stood still while it was frozen.
  expect(Date.parse(first) - Date.now()).toBeGreaterThan(PROCESSES * 3600_000 - 600_000);
});
