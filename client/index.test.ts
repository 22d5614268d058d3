import { expect, it } from "vitest";
import { order, page, reversal } from "./testing/sample-messages.ts";
import { createClient } from "./index.ts";
import { json, rejection, serve } from "./runtime/testing/serve.ts";

const uuidV4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** A client that gives everything it can, and a server that keeps what it sends. */
async function fullClient() {
  const server = await serve((response) => {
    json(response, 500, { errorCode: 500, message: "" });
  });
  const client = createClient({
    baseUrl: server.baseUrl,
    token: "jwt",
    language: "en",
    accountRefId: "sub-1",
    retries: 0,
  });
  return { client, seen: server.seen };
}

/** Headers of the contract that a request has, without those of HTTP itself. */
function contractHeaders(headers: Readonly<Record<string, unknown>> = {}) {
  return Object.keys(headers)
    .filter((name) => /^x-|language$|^content-type$/.test(name))
    .filter((name) => name !== "accept-language")
    .sort();
}

it("sends each operation the headers it documents, and no other", async () => {
  const { client, seen } = await fullClient();
  await client.listTransactions();
  await client.payOrder({ body: order });
  await client.lookupAuthentication({ path: { authenticationId: "a" } });
  await client.reverseAuthorization({
    body: { authorizationId: "a", merchantRefId: "m" },
  });
  await client.deleteToken({ body: { token: "t" } });
  const common = ["content-type", "x-service-auth"];
  const withX = [...common, "x-account-ref-id", "x-language", "x-request-id"];
  const withoutX = [...common, "language", "x-account-ref-id", "x-request-id"];
  expect(seen.map(({ headers }) => contractHeaders(headers))).toEqual(
    [common, withX, withoutX, withoutX, withX].map((names) => names.sort()),
  );
});

it("sends a header that the contract does not have, beside those of the contract", async () => {
  const { client, seen } = await fullClient();
  await client.payOrder(
    { body: order, headers: { "X-MC-Category-Code": "5812" } },
    { headers: { "X-Sandbox-Scenario": "500", "X-MC-Category-Code": "1" } },
  );
  expect(seen[0]?.headers).toMatchObject({
    "x-sandbox-scenario": "500",
    "x-mc-category-code": "5812",
  });
});

it("puts a payment on the wire as documented", async () => {
  const { client, seen } = await fullClient();
  const { requestId } = await client.payOrder({
    body: order,
    headers: { "X-MC-Category-Code": "5812" },
  });
  const [request] = seen;
  expect(request).toMatchObject({
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
    },
    body: JSON.stringify(order),
  });
  expect(requestId).toMatch(uuidV4);
});

it("sends a body with DELETE", async () => {
  const { client, seen } = await fullClient();
  await client.deleteToken({ body: { token: "t" } });
  expect(seen[0]).toMatchObject({ method: "DELETE", body: '{"token":"t"}' });
});

it("sends Content-Type without a body too", async () => {
  const { client, seen } = await fullClient();
  await client.listTransactions({ query: { limit: 5, status: "pending" } });
  await client.lookupAuthentication({ path: { authenticationId: "a/b c" } });
  expect(seen).toMatchObject([
    {
      method: "GET",
      url: "/api/v2/orders/transactions?limit=5&status=pending",
      headers: { "content-type": "application/json" },
      body: "",
    },
    {
      method: "POST",
      url: "/credit-card/enrollment/validate/a%2Fb%20c",
      headers: { "content-type": "application/json", "content-length": "0" },
      body: "",
    },
  ]);
});

it("lets a call say otherwise", async () => {
  const { client, seen } = await fullClient();
  const result = await client.payOrder({
    body: order,
    headers: {
      "X-Language": "vi",
      "X-Account-Ref-ID": "sub-2",
      "X-Request-ID": "5f0c1d2e-3b4a-4c5d-8e6f-7a8b9c0d1e2f",
    },
  });
  expect(result.requestId).toBe("5f0c1d2e-3b4a-4c5d-8e6f-7a8b9c0d1e2f");
  expect(seen[0]?.headers).toMatchObject({
    "x-language": "vi",
    "x-account-ref-id": "sub-2",
    "x-request-id": "5f0c1d2e-3b4a-4c5d-8e6f-7a8b9c0d1e2f",
  });
});

it("has no request id where the operation takes none", async () => {
  const { client } = await fullClient();
  expect((await client.listTransactions()).requestId).toBeUndefined();
});

it("asks for the token once for each call", async () => {
  const { baseUrl, seen } = await serve((response) => {
    json(response, 200, page(0));
  });
  let asked = 0;
  const token = () => Promise.resolve(`jwt-${(asked += 1)}`);
  const client = createClient({ baseUrl, token });
  await client.listTransactions();
  await client.listTransactions();
  expect(seen.map(({ headers }) => headers["x-service-auth"])).toEqual(["jwt-1", "jwt-2"]);
});

it("passes on what fails while the token is made", async () => {
  const { baseUrl, seen } = await serve((response) => {
    response.end();
  });
  const expired = new Error("the session is over");
  const client = createClient({
    baseUrl,
    token: () => Promise.reject(expired),
  });
  expect(await rejection(client.listTransactions())).toBe(expired);
  expect(seen).toEqual([]);
});

it("answers with status and body", async () => {
  const { baseUrl } = await serve((response) => {
    json(response, 200, reversal);
  });
  const client = createClient({ baseUrl: `${baseUrl}/`, token: "jwt" });
  const result = await client.reverseAuthorization({
    body: { authorizationId: "auth-1", merchantRefId: "ref-1" },
  });
  expect(result).toMatchObject({ status: 200, headers: {}, body: reversal });
});
