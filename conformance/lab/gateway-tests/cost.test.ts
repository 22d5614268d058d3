import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { engines } from "../../../server/skeleton/testing/engine.ts";
import { callGateway } from "../testing/call-gateway.ts";
import { startTestGateway, type DisposableGateway } from "../testing/gateway-on-test-database.ts";
import { hostedBody } from "../../../server/gateway/testing/order-bodies.ts";
import { full } from "../testing/full-run.ts";
import { growthOf } from "../../../server/skeleton/testing/processor-time.ts";

const PAY = "/api/v2/orders/payment";
const LIST = "/api/v2/orders/transactions";

/** JSON of up to 100 kB in four units, in a field that nobody documented or one that is documented. */
const attacks: readonly (readonly [string, (units: number) => object | string])[] = [
  [
    "deep and wide where nothing is documented",
    (units) => {
      const wide = JSON.stringify(Array<string>(units * 1200).fill("\0"));
      return `{"a":`.repeat(units * 2000) + wide + "}".repeat(units * 2000);
    },
  ],
  ["as deep as it may be, and wide", (units) => deep(60, Array<string>(units * 2700).fill("\0"))],
  ["the beginning of a JWT, again and again", (units) => ({ x: "eyJ".repeat(units * 8200) })],
  ["the same as a name", (units) => ({ ["eyJ".repeat(units * 8200)]: 1 })],
  ["the same where text may be", (units) => free("eyJ".repeat(units * 8200))],
  ["digits where text may be", (units) => free("4539 1488 ".repeat(units * 2400))],
  ["what no database stores", (units) => free("\0".repeat(units * 4000))],
];

function deep(levels: number, inside: unknown): object {
  return levels === 0 ? { inside } : { a: deep(levels - 1, inside) };
}

function free(extraData: string): object {
  return { partnerReference: { order: { extraData } } };
}

describe.each(engines)("on the engine %s", (ENGINE) => {
  let gateway: DisposableGateway;
  beforeAll(async () => {
    gateway = await startTestGateway({ ENGINE });
  });
  afterAll(() => gateway[Symbol.asyncDispose]());

  // Time is measured in the full run only.
  test.runIf(full).each(attacks)("the cost is linear: %s", async (name, attack) => {
    const { url, token } = gateway;
    const growth = await growthOf(async (units) => {
      const given = attack(units);
      const order = JSON.stringify(hostedBody(randomUUID()));
      const further = typeof given === "string" ? `{"x":${given}}` : JSON.stringify(given);
      // The later of two equal names counts.
      const body = `${order.slice(0, -1)},${further.slice(1)}`;
      expect(Buffer.byteLength(body)).toBeLessThan(102_400);
      const headers = { "X-SERVICE-AUTH": token, "Content-Type": "application/json" };
      const answer = await fetch(new URL(PAY, url), { method: "POST", headers, body });
      expect([200, 400]).toContain(answer.status);
      expect((await answer.text()).length).toBeLessThan(32_768);
    });
    expect(growth, name).toBeLessThan(8);
  });

  test("what a query says twice is not said to be missing", async () => {
    const call = callGateway(gateway.url.origin, gateway.token);
    const faultsOf = async (query: string) => {
      const { body } = await call("GET", `${LIST}?${query}`);
      return (body as { errors: { field: string; reason: string }[] }).errors;
    };
    const twice = { field: "startTime", reason: "must be given once, without brackets" };
    expect(await faultsOf("startTime=1&startTime=2&endTime=3")).toEqual([twice]);
    expect(await faultsOf("startTime[]=1&endTime=3")).toEqual([twice]);
    expect(await faultsOf("startTime=1&startTime=2")).toEqual([
      twice,
      { field: "endTime", reason: "is required when startTime is given" },
    ]);
    expect(await faultsOf("startTime=%FF&endTime=3")).toEqual([
      { field: "startTime", reason: "must be UTF-8, percent-encoded" },
    ]);
  });

  test("a wrong header and a body that is no JSON are both told", async () => {
    const answer = await fetch(new URL(PAY, gateway.url), {
      method: "POST",
      headers: {
        "X-SERVICE-AUTH": gateway.token,
        "Content-Type": "application/json",
        "X-Request-ID": "1",
      },
      body: "{",
    });
    expect(await answer.json()).toMatchObject({
      errorCode: 1,
      errors: [{ field: "body" }, { field: "X-Request-ID" }],
    });
  });
});
