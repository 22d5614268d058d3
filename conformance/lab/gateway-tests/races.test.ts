import { expect, test } from "vitest";
import { onPostgres } from "../../../server/gateway/testing/open-gateway.ts";
import { full, longTest } from "../../../server/gateway/testing/long-test.ts";
import { callGateway, textIn } from "../testing/call-gateway.ts";
import { directBody, hostedBody } from "../../../server/gateway/testing/order-bodies.ts";
import { makeGatewayCluster } from "../testing/gateway-cluster.ts";

/** SQLite is for one process; any number can share a PostgreSQL. */
const PROCESSES = onPostgres ? 2 : 1;
const ORDERS = full ? 200 : 3;
const AT_ONCE = 50;
const STARTED_AT_ONCE = full ? 4 : 2;

const TITLE = `${AT_ONCE} at once under one code, ${ORDERS} times: one is taken, all others are refused with 30`;
/** Two hundred take two minutes. */
const LIMIT_MS = 600_000;

longTest(TITLE, LIMIT_MS, async (step) => {
  await using cluster = await makeGatewayCluster();
  const gateways = await Promise.all(
    Array.from({ length: PROCESSES }, () => cluster.start({ LOG_LEVEL: "silent" })),
  );
  const [{ token } = { token: "" }] = gateways;

  const create = async (orderId: string, at: number): Promise<string> => {
    const { url } = gateways[at % gateways.length] ?? { url: "" };
    // Both endpoints at once: a code is used up whichever of them took it.
    const [path, body] =
      at % 4 < 2
        ? ["/api/v2/orders/payment", hostedBody(orderId)]
        : ["/api/v2/orders/create-payment", directBody(orderId)];
    const response = await fetch(url + path, {
      method: "POST",
      headers: { "X-SERVICE-AUTH": token, "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    const answer = (await response.json()) as { errorCode?: number };
    return `${response.status} ${answer.errorCode ?? ""}`;
  };

  for (let order = 0; order < ORDERS; order += 1) {
    step(`the answers under code ${order + 1} of ${ORDERS}`);
    const outcomes = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, at) => create(`race-${order}`, at)),
    );
    expect(outcomes.sort()).toEqual([
      "200 ",
      ...Array.from({ length: AT_ONCE - 1 }, () => "409 30"),
    ]);
  }

  step("the lists of all gateways");
  for (const { url } of gateways) {
    const response = await fetch(`${url}/api/v2/orders/transactions`, {
      headers: { "X-SERVICE-AUTH": token },
    });
    expect(await response.json()).toMatchObject({
      pagination: { total: ORDERS },
    });
  }
});

test("processes that start at once on a fresh database all come up, and have one clock", async () => {
  await using cluster = await makeGatewayCluster();
  const started = await Promise.all(
    Array.from({ length: STARTED_AT_ONCE }, () => cluster.start({ LOG_LEVEL: "silent" })),
  );
  const [{ token } = { token: "" }] = started;
  const listed = started.map(async ({ url }) => {
    const path = "/api/v2/orders/transactions";
    const headers = { "X-SERVICE-AUTH": token };
    return (await fetch(url + path, { headers })).status;
  });
  expect(await Promise.all(listed)).toEqual(started.map(() => 200));

  const gateways = started.slice(0, PROCESSES);
  const read = async (): Promise<string[]> => {
    const clocks = gateways.map(({ url }) => callGateway(url, token)("GET", "/sandbox/clock"));
    return (await Promise.all(clocks)).map(({ body }) => textIn(body, "now"));
  };
  for (const { url } of gateways) {
    const call = callGateway(url, token);
    await call("POST", "/sandbox/clock/freeze");
    await call("POST", "/sandbox/clock/advance", { seconds: 3600 });
    expect(new Set(await read()).size).toBe(1);
    await call("POST", "/sandbox/clock/unfreeze");
  }
  const [first = ""] = await read();
  // It was frozen for a while each time.
  expect(Date.parse(first) - Date.now()).toBeGreaterThan(PROCESSES * 3600_000 - 600_000);
});
