import { expect, expectTypeOf, it } from "vitest";
import { order, page, serverError } from "../testing/sample-messages.ts";
import { createClient } from "../index.ts";
import { json, rejection, serve } from "./testing/serve.ts";
import { ResponseError, unwrap } from "./unwrap.ts";

it("resolves to the body of a success", async () => {
  const { baseUrl } = await serve((response) => {
    json(response, 200, page(0));
  });
  const client = createClient({ baseUrl, token: "jwt" });
  const body = await unwrap(client.listTransactions());
  expect(body.pagination.total).toBe(0);
  expectTypeOf(body.transactions).not.toBeAny();
});

it("throws every other documented response", async () => {
  const { baseUrl } = await serve((response) => {
    json(response, 500, serverError);
  });
  const client = createClient({ baseUrl, token: "jwt" });
  const error = await rejection(unwrap(client.payOrder({ body: order })));
  expect(error).toBeInstanceOf(ResponseError);
  expect(error).toMatchObject({ status: 500, response: { body: serverError } });
});
