import { expect, test } from "vitest";
import { parse } from "yaml";
import { systemClock } from "../platform/system-effects.ts";
import { issueJwt } from "./authentication/jwt.ts";
import { inProduction } from "../testing/open-gateway.ts";
import { hostedBody } from "../testing/order-bodies.ts";
import { serve } from "../testing/serve.ts";

/** A running gateway, and functions that call it as a partner. */
async function open(settings: Parameters<typeof serve>[0] = {}) {
  const { url, call } = await serve(settings);
  const ask = async (...given: Parameters<typeof call>) => {
    const response = await call(...given);
    const result: unknown = await response.json();
    return {
      status: response.status,
      challenge: response.headers.get("www-authenticate"),
      response: result,
    };
  };
  const order = (...given: Parameters<typeof orderBody>) => ask("POST", pay, orderBody(...given));
  return { url, ask, order };
}

function orderBody(transaction: Record<string, unknown> = {}, id = "o-1") {
  return hostedBody(id, { transaction: { paymentMethod: "CC", ...transaction } });
}

const pay = "/api/v2/orders/payment";
const unsigned = { "X-SERVICE-AUTH": "" };
const foreign = { "X-Account-Ref-ID": "unknown" };

/** Each request also has every later fault. */
const steps: readonly (readonly [number, number, string, string, unknown?, object?])[] = [
  [404, 404, "GET", "/nowhere", undefined, unsigned],
  [405, 405, "GET", pay, undefined, unsigned],
  [401, 401, "POST", pay, "x".repeat(200_000), unsigned],
  [413, 413, "POST", pay, JSON.stringify("x".repeat(200_000))],
  [415, 415, "POST", pay, {}, { "Content-Type": "a/b" }],
  [400, 1, "POST", pay, orderBody({ currency: undefined, amount: 1 }), foreign],
  [400, 1, "POST", pay, orderBody({ action: "PAY_WITH_TOKEN", amount: 1 }), foreign],
  [400, 90, "POST", pay, orderBody({ amount: 1 }), foreign],
  [400, 32, "POST", pay, orderBody({ amount: 999, paymentMethod: "MM" })],
  [403, 140, "POST", pay, orderBody({ paymentMethod: "MM", bankCode: "BANK05" })],
  [403, 141, "POST", pay, orderBody({ bankCode: "BANK05" })],
  [409, 30, "POST", pay, orderBody()],
];

test("of several errors, the first in the documented order is answered", async () => {
  const { ask, order } = await open();
  expect((await order()).status).toBe(200);
  for (const [status, errorCode, ...request] of steps) {
    const challenge = status === 401 ? 'Bearer realm="X-SERVICE-AUTH"' : null;
    expect(await ask(...request)).toMatchObject({ status, challenge, response: { errorCode } });
  }
});

test("an amount is validated as it was written", async () => {
  const { ask } = await open();
  const judged = {
    32: ["999", "500000001", "1e400", "9007199254740993"],
    1: [
      ...["999.9999999999999999", "1000.0000000000000000001", "500000000.00000000000000001"],
      ...["9007199254740993.5", "1e-400"],
    ],
  };
  const written = async (amount: string) => {
    const text = JSON.stringify(orderBody({ amount: 0 }, amount));
    return (await ask("POST", pay, text.replace('"amount":0', `"amount":${amount}`))).response;
  };
  for (const [errorCode, amounts] of Object.entries(judged))
    for (const amount of amounts)
      expect(await written(amount), amount).toMatchObject({ errorCode: Number(errorCode) });
  for (const amount of ["1000.0", "1e3"])
    expect(await written(amount), amount).toMatchObject({ transaction: { orderAmount: 1000 } });
});

test("a sandbox answers a requested error if the operation documents it", async () => {
  const { ask } = await open();
  const forced = (scenario: string) =>
    ask("POST", pay, orderBody({}, `o-${scenario}`), { "X-Sandbox-Scenario": scenario });
  const statuses = {
    1: 400,
    30: 409,
    32: 400,
    90: 400,
    140: 403,
    141: 403,
    401: 401,
    413: 413,
    415: 415,
    500: 500,
  };
  for (const [code, status] of Object.entries(statuses))
    expect(await forced(code)).toMatchObject({ status, response: { errorCode: Number(code) } });
  for (const status of ["404", "200", "35"])
    expect(await forced(status)).toMatchObject({ status: 200 });
  for (const unknown of ["words", "5000", "delay:", "delay:999999", "DROP-BEFORE", "answer:other"])
    expect(await forced(unknown)).toMatchObject({
      status: 400,
      response: { errorCode: 1, errors: [{ field: "X-Sandbox-Scenario" }] },
    });
});

test("production forces no outcome", async () => {
  const { ask } = await open(inProduction);
  const headers = { "X-Sandbox-Scenario": "500" };
  expect((await ask("POST", pay, orderBody(), headers)).status).toBe(200);
});

test("text that a database cannot store is refused in every place", async () => {
  const { url, ask, order } = await open();
  const refused = (field: string) => ({
    status: 400,
    response: { errorCode: 1, errors: [{ field }] },
  });
  for (const text of ["a\0b", "\uD800"])
    expect(await order({}, text)).toMatchObject(refused("partnerReference.order.id"));
  const path = "/api/v2/orders/transactions";
  expect(await ask("GET", `${path}?paymentMethod=%00`)).toMatchObject(refused("paymentMethod"));
  const jwt = await issueJwt("P\0", "s".repeat(32), systemClock.now());
  expect((await fetch(url + path, { headers: { "X-SERVICE-AUTH": jwt } })).status).toBe(401);
  const capture = "/sandbox/authorizations/%00/capture";
  expect(await ask("POST", capture)).toMatchObject(refused("authorizationId"));
});

test.each<[status: number, method: string, path: string, init?: RequestInit]>([
  [400, "GET", "/console/assets/%ff"],
  [413, "POST", "/console/inbox", { body: "x".repeat(200_000) }],
  [415, "POST", "/console/inbox", { body: "x", headers: { "Content-Encoding": "unknown" } }],
  [412, "GET", "/openapi.json", { headers: { "If-Match": '"other"' } }],
  [416, "GET", "/openapi.json", { headers: { Range: "bytes=9999999-" } }],
])(
  "an error outside the contracts is %i without a stack trace: %s %s",
  async (status, method, path, init = {}) => {
    const { url } = await open();
    const response = await fetch(url + path, { method, ...init });
    expect(response.status).toBe(status);
    const message: unknown = expect.any(String);
    expect(await response.json()).toEqual({ errorCode: status, message });
  },
);

test("paths beside the contract", async () => {
  const { url, order } = await open();
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  for (const page of [
    "",
    "docs",
    "docs/",
    "console",
    "console/",
    "console/callbacks",
    "console/callbacks/",
  ])
    for (const Accept of ["text/html", "*/*"])
      expect((await fetch(`${url}/${page}`, { headers: { Accept } })).status, page).toBe(200);
  const headers = { Accept: "application/json" };
  expect((await fetch(`${url}/console`, { headers })).status).toBe(404);
  const document: unknown = await (await fetch(`${url}/openapi.json`)).json();
  const inYaml = await fetch(`${url}/openapi.yaml`);
  expect(inYaml.headers.get("content-type")).toContain("application/yaml");
  expect(parse(await inYaml.text())).toEqual(document);
  await order();
  const metrics = await (await fetch(`${url}/metrics`)).text();
  expect(metrics).toContain('operation="payOrder",status="200"} 1');
});
