import { expect, expectTypeOf, it } from "vitest";
import { order, page } from "./testing/sample-messages.ts";
import type { Schemas } from "./index.ts";
import { createClient } from "./openapi-fetch.ts";
import { json, rejection, serve } from "./runtime/testing/serve.ts";
import { responseValidation } from "./validate.ts";

const transactions = "/api/v2/orders/transactions";
const payment = "/api/v2/orders/payment";

/** A client of a server with these responses, one after the other. */
async function clientOf(...responses: readonly (readonly [status: number, body: unknown])[]) {
  const { baseUrl, seen } = await serve((response, count) => {
    const [status, body] = responses[count - 1] ?? [500, {}];
    json(response, status, body);
  });
  const options = { baseUrl, token: "jwt", language: "en", accountRefId: "sub-1" } as const;
  const client = createClient({
    ...options,
    validate: responseValidation,
    sleep: () => Promise.resolve(),
  });
  return { client, seen };
}

it("sends the credential, the documented headers and a request id", async () => {
  const { client, seen } = await clientOf([500, { errorCode: 500, message: "Later." }]);
  const { error, response } = await client.POST(payment, {
    params: { header: { "X-MC-Category-Code": "5812" } },
    body: order,
  });
  expect(error).toEqual({ errorCode: 500, message: "Later." });
  expect(response.status).toBe(500);
  expect(seen).toHaveLength(1);
  expect(seen[0]).toMatchObject({
    method: "POST",
    url: payment,
    headers: {
      "content-type": "application/json",
      "x-service-auth": "jwt",
      "x-language": "en",
      "x-account-ref-id": "sub-1",
      "x-mc-category-code": "5812",
      "x-request-id": expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
    },
    body: JSON.stringify(order),
  });
});

it("is typed by the generated paths, and runs middleware once with one request id", async () => {
  const { client, seen } = await clientOf([500, {}], [503, {}], [200, page(1)]);
  let calls = 0;
  client.use({
    onRequest: () => {
      calls += 1;
      return undefined;
    },
  });
  const { data } = await client.GET(transactions, { params: { query: { limit: 15 } } });
  expectTypeOf(data).toEqualTypeOf<Schemas["TransactionPage"] | undefined>();
  expect(data).toEqual(page(1));
  expect(seen.map(({ url }) => url)).toEqual(Array(3).fill(`${transactions}?limit=15`));
  expect(calls).toBe(1);
});

it("refuses a response that violates the contract", async () => {
  const { client } = await clientOf([200, { transactions: 1 }]);
  const refused = client.GET(transactions);
  expect(await rejection(refused)).toMatchObject({
    code: "response-validation",
    operation: "listTransactions",
  });
});

it("follows no redirect and lets a caller's signal end the call", async () => {
  const { baseUrl, seen } = await serve((response) => {
    response.writeHead(302, { Location: "/elsewhere" }).end();
  });
  const client = createClient({ baseUrl, token: "jwt", retries: 0 });
  const { response } = await client.GET(transactions);
  expect([response.status, seen.length]).toEqual([302, 1]);
  const signal = AbortSignal.abort();
  const ended = client.GET(transactions, { signal });
  expect(await rejection(ended)).toMatchObject({ code: "aborted" });
});
