import { afterEach, expect, it, vi, onTestFinished } from "vitest";
import { order, page } from "./testing/sample-messages.ts";
import { createClient } from "./index.ts";
import { json, rejection, serve } from "./runtime/testing/serve.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

/** A client with all options, and a server that keeps its requests. */
async function fullClient() {
  const { baseUrl, seen } = await serve((response) => {
    json(response, 500, { errorCode: 500, message: "" });
  });
  const own = { token: "jwt", language: "en", accountRefId: "sub-1", retries: 0 } as const;
  return { client: createClient({ baseUrl: `${baseUrl}/`, ...own }), seen };
}

it("sends each operation the headers that it documents, and no others", async () => {
  const { client, seen } = await fullClient();
  const { requestId } = await client.listTransactions();
  expect(requestId).toBeUndefined();
  await client.payOrder({ body: order });
  await client.lookupAuthentication({ path: { authenticationId: "a" } });
  await client.deleteToken({ body: { token: "t" } });

  const ofContract = seen.map(({ headers }) =>
    Object.keys(headers)
      .filter((name) => /^x-|^language$|^content-type$/.test(name))
      .sort(),
  );
  const common = ["content-type", "x-service-auth"];
  const withX = [...common, "x-account-ref-id", "x-language", "x-request-id"];
  const withoutX = [...common, "language", "x-account-ref-id", "x-request-id"];
  expect(ofContract).toEqual([common, withX, withoutX, withX].map((names) => names.sort()));
});

it("sends a payment as documented, with a header outside the contract", async () => {
  const { client, seen } = await fullClient();
  const { requestId } = await client.payOrder(
    { body: order, headers: { "X-MC-Category-Code": "5812" } },
    { headers: { "X-Sandbox-Scenario": "500", "X-MC-Category-Code": "1" } },
  );
  expect(seen).toMatchObject([
    {
      method: "POST",
      url: "/api/v2/orders/payment",
      headers: {
        "content-type": "application/json",
        "content-length": String(Buffer.byteLength(JSON.stringify(order))),
        "x-service-auth": "jwt",
        "x-language": "en",
        "x-account-ref-id": "sub-1",
        "x-mc-category-code": "5812",
        "x-request-id": requestId,
        "x-sandbox-scenario": "500",
      },
      body: JSON.stringify(order),
    },
  ]);
  expect(requestId).toMatch(
    /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  );
});

it("lets a call override headers", async () => {
  const { client, seen } = await fullClient();
  const requestId = "5f0c1d2e-3b4a-4c5d-8e6f-7a8b9c0d1e2f";
  const headers = {
    "X-Language": "vi",
    "X-Account-Ref-ID": "sub-2",
    "X-Request-ID": requestId,
  } as const;
  const result = await client.payOrder({ body: order, headers });
  expect(result.requestId).toBe(requestId);
  expect(seen[0]?.headers).toMatchObject({
    "x-language": "vi",
    "x-account-ref-id": "sub-2",
    "x-request-id": requestId,
  });
});

it("makes request ids without randomUUID, which browsers lack on pages without TLS", async () => {
  vi.stubGlobal("crypto", { getRandomValues: crypto.getRandomValues.bind(crypto) });
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
  const { client } = await fullClient();
  const ids = await Promise.all([1, 2].map(() => client.payOrder({ body: order })));
  expect(new Set(ids.map(({ requestId }) => requestId)).size).toBe(2);
});

it("calls the token function once per call, and throws its errors", async () => {
  const { baseUrl, seen } = await serve((response) => {
    json(response, 200, page(0));
  });
  const expired = new Error("the session is over");
  const tokens = ["jwt-2", "jwt-1"];
  const token = () => {
    const next = tokens.pop();
    return next === undefined ? Promise.reject(expired) : Promise.resolve(next);
  };
  const client = createClient({ baseUrl, token });
  await client.listTransactions();
  await client.listTransactions();
  expect(await rejection(client.listTransactions())).toBe(expired);
  expect(seen.map(({ headers }) => headers["x-service-auth"])).toEqual(["jwt-1", "jwt-2"]);
});
