import { expect, test } from "vitest";
import { retryOnConflict } from "./conflicts.ts";

const isConflict = (error: unknown) => error instanceof Error && error.message === "conflict";

test("runs again after a conflict, but not after another error", async () => {
  const outcomes = ["conflict", "conflict", "fault", "conflict"];
  const run = () => Promise.reject(new Error(outcomes.shift()));
  await expect(retryOnConflict(isConflict, run)).rejects.toThrow("fault");
  expect(outcomes).toEqual(["conflict"]);
});

test("gives up after many conflicts", async () => {
  const run = () => Promise.reject(new Error("conflict"));
  await expect(retryOnConflict(isConflict, run)).rejects.toThrow("conflict");
});
