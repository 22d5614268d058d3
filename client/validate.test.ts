import { expect, it } from "vitest";
import { page, reversal } from "./testing/sample-messages.ts";
import { createClient, TransportError } from "./index.ts";
import { json, rejection, serve } from "./runtime/testing/serve.ts";
import { ContractError, responseValidation } from "./validate.ts";

/** A client with response validation, of a gateway with this response. */
async function clientOf(status: number, body: unknown) {
  const { baseUrl, seen } = await serve((response) => {
    json(response, status, body);
  });
  return { client: createClient({ baseUrl, token: "jwt", validate: responseValidation }), seen };
}

const reverse = { body: { authorizationId: "auth-1", merchantRefId: "ref-1" } };

it("accepts undocumented fields", async () => {
  const body = { ...reversal, addedLater: { x: 1 } };
  const { client } = await clientOf(200, body);
  expect(await client.reverseAuthorization(reverse)).toMatchObject({ body });
});

it.each([
  ["a wrong type", 200, { ...reversal, amount: "1" }, "/body/amount"],
  ["another error's code", 409, { errorCode: 30, message: "" }, "/body/errorCode"],
])("refuses %s", async (_, status, body, pointer) => {
  const { client } = await clientOf(status, body);
  const error = await rejection(client.reverseAuthorization(reverse));
  expect(error).toBeInstanceOf(ContractError);
  expect(error).toBeInstanceOf(TransportError);
  expect(error).toMatchObject({
    name: "ContractError",
    code: "response-validation",
    operation: "reverseAuthorization",
    status,
    violations: [{ pointer }],
    message: expect.stringContaining(pointer) as unknown,
  });
});

it("reports all violations of a response and does not repeat the call", async () => {
  const { client, seen } = await clientOf(200, { ...page(0), pagination: {} });
  expect(await rejection(client.listTransactions())).toMatchObject({
    violations: ["total", "page", "limit"].map((name) => ({ pointer: `/body/pagination/${name}` })),
  });
  expect(seen).toHaveLength(1);
});
