import { expect, expectTypeOf, it } from "vitest";
import { order } from "./testing/sample-messages.ts";
import type { Client, Operations, Result, Schemas } from "./index.ts";

// The compiler checks these functions. They never run.

export async function wrongCalls(client: Client): Promise<void> {
  // @ts-expect-error -- a payment needs a body
  await client.payOrder();
  // @ts-expect-error -- the path parameter is missing
  await client.lookupAuthentication({ path: {} });
  // @ts-expect-error -- this operation has no path parameter
  await client.payOrder({ body: order, path: { id: "1" } });

  const { amount: _, ...withoutAmount } = order.transaction;
  await client.payOrder({
    // @ts-expect-error -- a required field is missing
    body: { ...order, transaction: withoutAmount },
  });
  await client.deleteToken({
    // @ts-expect-error -- a misspelled field
    body: { tokn: "t" },
  });
  // @ts-expect-error -- the list takes no headers
  await client.listTransactions({ headers: { "X-Request-ID": "1" } });
  await client.payOrder({
    body: order,
    // @ts-expect-error -- the payment's header is X-Language
    headers: { Language: "en" },
  });
  await client.payOrder({
    body: order,
    // @ts-expect-error -- the credential is the client's
    headers: { "X-SERVICE-AUTH": "jwt" },
  });
  await client.payOrder({
    body: order,
    // @ts-expect-error -- a language that is not documented
    headers: { "X-Language": "fr" },
  });
  // @ts-expect-error -- a status that does not exist
  await client.listTransactions({ query: { status: "paid" } });
}

export function wrongReadings(
  result: Result<Operations["payOrder"]>,
  read: (value: unknown) => void,
): void {
  // @ts-expect-error -- the status is not checked: an error has no payment
  read(result.body.payment);
  // @ts-expect-error -- the operation does not answer 404
  read(result.status === 404);
  // @ts-expect-error -- an error has no payment
  read(result.status === 500 && result.body.payment);
  // @ts-expect-error -- the payment order's transaction has no fee
  read(result.status === 200 && result.body.transaction.fee);
}

/** Without one of the statuses, the function would not always return. */
export function exhaustive(result: Result<Operations["listTransactions"]>): number {
  switch (result.status) {
    case 200:
      return result.body.pagination.total;
    case 400:
      return result.body.errorCode;
    case 401:
      return result.body.errorCode;
    case 500:
      return result.body.errorCode;
  }
}

export async function rightCalls(client: Client): Promise<void> {
  await client.listTransactions();
  await client.listTransactions({ query: {} }, { retries: 0 });
  await client.listTransactions(undefined, { timeoutMs: 10 });
  await client.lookupAuthentication({ path: { authenticationId: "a" } });
  await client.lookupAuthentication({
    path: { authenticationId: "a" },
    body: {},
    headers: { Language: "vi" },
  });
}

it("types responses by status", () => {
  type Paid = Extract<Result<Operations["payOrder"]>, { status: 200 }>;
  type Refused = Extract<Result<Operations["payOrder"]>, { status: 403 }>;
  expectTypeOf<Paid["body"]>().toEqualTypeOf<Schemas["PayOrderResponse"]>();
  expectTypeOf<Refused["body"]["errorCode"]>().toEqualTypeOf<140 | 141>();
  expectTypeOf<Client>().not.toHaveProperty("refundOrder");
  expectTypeOf<Paid["requestId"]>().toEqualTypeOf<string | undefined>();
  expect(Object.keys(order)).toEqual(["transaction", "partnerReference"]);
});
