import { describe, expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { systemClock } from "./system-effects.ts";
import { createPartner, type PartnerRequest } from "./domain/partners/partners.ts";
import { issueJwt } from "./security/jwt.ts";
import type { Settings } from "./settings.ts";
import { startGateway } from "./start.ts";
import { inProduction, testSettings } from "./testing/open-gateway.ts";
import { hostedBody } from "./testing/order-bodies.ts";

interface Call {
  readonly method?: string;
  readonly path: string;
  readonly body?: unknown;
  /** Of the body, as it is written. */
  readonly text?: string;
  readonly headers?: Record<string, string>;
}

/** A served gateway, and calls to it by a partner of the test's own. */
async function serve(request: Partial<PartnerRequest> = {}, settings: Partial<Settings> = {}) {
  const { url, gateway, close } = await startGateway(await testSettings(settings));
  onTestFinished(close);
  const full = { ownerType: false, ...request };
  const { secret } = await createPartner(gateway, "P1", full);
  const jwt = await issueJwt("P1", secret, systemClock.now());

  const call = async ({ method, path, body, text, headers }: Call) => {
    const sent = body === undefined ? text : JSON.stringify(body);
    const response = await fetch(url + path, {
      method: method ?? (sent === undefined ? "GET" : "POST"),
      headers: {
        "X-SERVICE-AUTH": jwt,
        ...(sent !== undefined && { "Content-Type": "application/json" }),
        ...headers,
      },
      ...(sent !== undefined && { body: sent }),
    });
    const answer: unknown = await response.json();
    return { status: response.status, answer };
  };
  return { url, gateway, call };
}

function order(transaction: Record<string, unknown> = {}, id = "o-1") {
  return hostedBody(id, { transaction: { paymentMethod: "CC", ...transaction } });
}

const pay = "/api/v2/orders/payment";

describe("which error wins", () => {
  const steps: readonly [number, number, Call][] = [
    [404, 404, { path: "/nowhere", headers: { "X-SERVICE-AUTH": "" } }],
    [405, 405, { path: pay, headers: { "X-SERVICE-AUTH": "" } }],
    [
      401,
      401,
      {
        path: pay,
        body: "x".repeat(200_000),
        headers: { "X-SERVICE-AUTH": "" },
      },
    ],
    [413, 413, { path: pay, body: "x".repeat(200_000) }],
    [415, 415, { path: pay, body: {}, headers: { "Content-Type": "a/b" } }],
    [
      400,
      1,
      {
        path: pay,
        body: order({ currency: undefined, amount: 1 }),
        headers: { "X-Account-Ref-ID": "unknown" },
      },
    ],
    [
      400,
      1,
      {
        path: pay,
        body: order({ action: "PAY_WITH_TOKEN", amount: 1 }),
        headers: { "X-Account-Ref-ID": "unknown" },
      },
    ],
    [
      400,
      90,
      {
        path: pay,
        body: order({ amount: 1 }),
        headers: { "X-Account-Ref-ID": "unknown" },
      },
    ],
    [400, 32, { path: pay, body: order({ amount: 999, paymentMethod: "MM" }) }],
    [403, 140, { path: pay, body: order({ paymentMethod: "MM", bankCode: "BANK05" }) }],
    [403, 141, { path: pay, body: order({ bankCode: "BANK05" }) }],
    [409, 30, { path: pay, body: order() }],
  ];

  test("each step of the documented order, with every later fault in the same request", async () => {
    const { call } = await serve();
    expect((await call({ path: pay, body: order() })).status).toBe(200);
    for (const [status, errorCode, request] of steps)
      expect(await call(request)).toMatchObject({
        status,
        answer: { errorCode },
      });
  });
});

test("an amount is judged as it was written", async () => {
  const { call } = await serve();
  const judged = {
    32: ["999", "500000001", "1e400", "9007199254740993"],
    1: [
      ...["999.9999999999999999", "1000.0000000000000000001", "500000000.00000000000000001"],
      ...["9007199254740993.5", "1e-400"],
    ],
  };
  const ask = async (amount: string) => {
    const text = JSON.stringify(order({ amount: 0 }, amount)).replace(
      '"amount":0',
      `"amount":${amount}`,
    );
    return (await call({ path: pay, text })).answer;
  };
  for (const [errorCode, amounts] of Object.entries(judged))
    for (const amount of amounts)
      expect(await ask(amount), amount).toMatchObject({ errorCode: Number(errorCode) });
  for (const amount of ["1000.0", "1e3"])
    expect(await ask(amount), amount).toMatchObject({ transaction: { orderAmount: 1000 } });
});

describe("the sandbox", () => {
  test("answers an error of the operation when asked to, and no other", async () => {
    const { call } = await serve();
    const ask = (scenario: string) =>
      call({
        path: pay,
        body: order({}, `o-${scenario}`),
        headers: { "X-Sandbox-Scenario": scenario },
      });
    const statuses = {
      ...{ 1: 400, 30: 409, 32: 400, 90: 400, 140: 403, 141: 403 },
      ...{ 401: 401, 413: 413, 415: 415, 500: 500 },
    };
    for (const [code, status] of Object.entries(statuses))
      expect(await ask(code)).toMatchObject({ status, answer: { errorCode: Number(code) } });
    for (const other of ["404", "200", "35", "words", "5000"])
      expect(await ask(other)).toMatchObject({ status: 200 });
  });

  test("is not there in production", async () => {
    const { call } = await serve({}, inProduction);
    expect((await call({ path: "/sandbox/clock" })).status).toBe(404);
    const headers = { "X-Sandbox-Scenario": "500" };
    expect((await call({ path: pay, body: order(), headers })).status).toBe(200);
  });
});

test("text that no database takes is refused wherever it stands", async () => {
  const { url, call } = await serve();
  for (const text of ["a\0b", "\uD800"]) {
    expect(await call({ path: pay, body: order({}, text) })).toMatchObject({
      status: 400,
      answer: {
        errorCode: 1,
        errors: [{ field: "partnerReference.order.id" }],
      },
    });
  }
  const path = "/api/v2/orders/transactions";
  expect(await call({ path: `${path}?paymentMethod=%00` })).toMatchObject({
    answer: { errorCode: 1, errors: [{ field: "paymentMethod" }] },
  });
  const jwt = await issueJwt("P\0", "s".repeat(32), systemClock.now());
  const { status } = await fetch(url + path, {
    headers: { "X-SERVICE-AUTH": jwt },
  });
  expect(status).toBe(401);
  const capture = "/sandbox/authorizations/%00/capture";
  expect(await call({ method: "POST", path: capture })).toMatchObject({
    status: 400,
    answer: { errorCode: 1, errors: [{ field: "authorizationId" }] },
  });
});

test("paths beside the contract", async () => {
  const { url, call } = await serve();
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  const headers = { Accept: "text/html" };
  for (const page of ["docs", "docs/", "console", "console/", "console/inbox", "console/inbox/"])
    expect((await fetch(`${url}/${page}`, { headers })).status, page).toBe(200);
  const document: unknown = await (await fetch(`${url}/openapi.json`)).json();
  const inYaml = await fetch(`${url}/openapi.yaml`);
  expect(inYaml.headers.get("content-type")).toContain("application/yaml");
  expect(parse(await inYaml.text())).toEqual(document);
  await call({ path: pay, body: order() });
  const metrics = await (await fetch(`${url}/metrics`)).text();
  expect(metrics).toContain('operation="payOrder",status="200"} 1');
});
