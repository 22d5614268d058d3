import { expect, test } from "vitest";
import { type Failure, outcomeOf, type TransactionStatus } from "./transaction.ts";

test.each<[TransactionStatus, Failure | undefined, number]>([
  ["pending", undefined, 35],
  ["processing", undefined, 35],
  ["success", undefined, 0],
  ["error", "declined", 402],
  ["error", "expired", 408],
  ["error", "cancelled", 410],
])("%s, %s carries errorCode %i", (status, failure, errorCode) => {
  expect(outcomeOf({ status, failure }).errorCode).toBe(errorCode);
});
