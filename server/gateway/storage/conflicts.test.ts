import { expect, test } from "vitest";
import { createAuthorization } from "../domain/authorizations/authorizations.ts";
import { reverseAuthorization } from "../domain/reversals/reversals.ts";
import { openTestGateway } from "../testing/open-gateway.ts";
import { retryOnConflict } from "./conflicts.ts";

const isConflict = (error: unknown) => error instanceof Error && error.message === "conflict";

test("runs again after a conflict, and after nothing else", async () => {
  const outcomes = ["conflict", "conflict", "fault", "conflict"];
  const run = () => Promise.reject(new Error(outcomes.shift()));
  await expect(retryOnConflict(isConflict, run)).rejects.toThrow("fault");
  expect(outcomes).toEqual(["conflict"]);
});

test("gives up some time", async () => {
  const run = () => Promise.reject(new Error("conflict"));
  await expect(retryOnConflict(isConflict, run)).rejects.toThrow("conflict");
});

test("whoever loses a race decides again by what the winner left", async () => {
  const gateway = await openTestGateway();
  await gateway.addPartner("P1");
  const caller = { partnerCode: "P1" };
  for (let race = 0; race < 5; race += 1) {
    const { id } = await createAuthorization(gateway, caller, {
      merchantRefId: "m",
      amount: 1000,
    });
    const request = { authorizationId: id, merchantRefId: "r" };
    const records = await Promise.all(
      Array.from({ length: 20 }, () => reverseAuthorization(gateway, caller, request)),
    );
    expect(new Set(records.map((record) => record.id)).size).toBe(1);
  }
});
