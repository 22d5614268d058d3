import { expect, test } from "vitest";
import { contract } from "../../../generated/gateway/index.ts";
import { InvalidInputError } from "../domain/errors.ts";
import { readServedDocument } from "./generated-documents.ts";
import { createTextCheck } from "./text-checks.ts";

const { payOrder, reverseAuthorization } = contract.operations;
const inGateway = createTextCheck(readServedDocument("gateway"));
const nothing = { path: {}, query: {}, headers: {} };

function violationsOf(check: () => void): readonly string[] {
  try {
    check();
  } catch (error) {
    if (error instanceof InvalidInputError) return error.violations.map(({ field }) => field);
    throw error;
  }
  return [];
}

function order(reference: object, transaction: object = {}): object {
  return { transaction, partnerReference: { order: reference } };
}

const violationsIn = (body: object) =>
  violationsOf(() => {
    inGateway({ operation: payOrder, ...nothing, body });
  });

test("every documented text is checked, and violations name its place", () => {
  const body = order({ id: "a\0", info: "fine", extraData: "\uD800" }, { token: "\0" });
  expect(violationsIn(body)).toEqual([
    "transaction.token",
    "partnerReference.order.id",
    "partnerReference.order.extraData",
  ]);
  const headers = { "X-Request-ID": "fine" };
  const path = { authorizationId: "\0" };
  expect(
    violationsOf(() => {
      inGateway({ operation: reverseAuthorization, path, query: { a: ["b", "\0"] }, headers });
    }),
  ).toEqual(["authorizationId", "a"]);
});

test("a card number is refused only in free text", () => {
  const card = "4539148803436467";
  expect(violationsIn(order({ id: card, info: card, extraData: `paid with ${card}` }))).toEqual([
    "partnerReference.order.info",
    "partnerReference.order.extraData",
  ]);
  expect(violationsIn(order({ id: card, info: "1" }, { token: card, bankCode: card }))).toEqual([]);
});
