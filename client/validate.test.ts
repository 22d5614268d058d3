import { expect, it } from "vitest";
import { page, reversal, serverError } from "./testing/sample-messages.ts";
import { createClient, TransportError } from "./index.ts";
import { json, rejection, serve } from "./runtime/testing/serve.ts";
import { ContractError, responseValidation } from "./validate.ts";

/** Reverses with validation; the gateway answers this. */
async function reverse(status: number, body: unknown, contentType?: string) {
  const { baseUrl } = await serve((response) => {
    if (contentType !== undefined) {
      response.writeHead(status, { "Content-Type": contentType });
      response.end(JSON.stringify(body));
    } else json(response, status, body);
  });
  const client = createClient({
    baseUrl,
    token: "jwt",
    retries: 0,
    validate: responseValidation,
  });
  return client.reverseAuthorization({
    body: { authorizationId: "auth-1", merchantRefId: "ref-1" },
  });
}

it("lets documented answers pass", async () => {
  expect(await reverse(200, reversal)).toMatchObject({ body: reversal });
  expect(await reverse(500, serverError)).toMatchObject({ status: 500 });
});

it("lets fields pass that nobody documented", async () => {
  const body = { ...reversal, addedLater: { x: 1 } };
  expect(await reverse(200, body)).toMatchObject({ body });
});

it.each([
  ["a missing field", 200, { ...reversal, status: undefined }, "/body/status"],
  ["a wrong type", 200, { ...reversal, amount: "1" }, "/body/amount"],
  ["an unknown state", 200, { ...reversal, status: "done" }, "/body/status"],
  ["a time elsewhere", 200, { ...reversal, createdAt: "2026-11-02T10:04:05Z" }, "/body/createdAt"],
  ["null", 200, null, "/body"],
  ["a list", 200, [], "/body"],
  ["another error's code", 500, { errorCode: 30, message: "" }, "/body/errorCode"],
  ["an error without a message", 409, { errorCode: 409 }, "/body/message"],
])("refuses %s", async (_, status, body, pointer) => {
  const error = await rejection(reverse(status, body));
  expect(error).toBeInstanceOf(ContractError);
  expect(error).toBeInstanceOf(TransportError);
  expect(error).toMatchObject({
    name: "ContractError",
    code: "response-validation",
    operation: "reverseAuthorization",
    status,
    faults: [{ pointer }],
    message: expect.stringContaining(pointer) as unknown,
  });
});

it("refuses another content type, whatever its parameters", async () => {
  const ok = await reverse(200, reversal, "Application/JSON; charset=utf-8");
  expect(ok.status).toBe(200);
  expect(await rejection(reverse(200, reversal, "text/html"))).toMatchObject({
    faults: [{ pointer: "/headers/Content-Type", reason: "must be application/json" }],
  });
});

it("does not repeat an answer outside the contract", async () => {
  const { baseUrl, seen } = await serve((response) => {
    json(response, 200, { ...page(0), pagination: {} });
  });
  const validate = responseValidation;
  const client = createClient({ baseUrl, token: "jwt", validate });
  expect(await rejection(client.listTransactions())).toMatchObject({
    faults: [
      { pointer: "/body/pagination/total" },
      { pointer: "/body/pagination/page" },
      { pointer: "/body/pagination/limit" },
    ],
  });
  expect(seen).toHaveLength(1);
});
