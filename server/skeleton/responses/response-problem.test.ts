import { expect, test } from "vitest";
import { respondWithinLimits } from "./response-problem.ts";
import type { InvalidRequest, Problem } from "../problem.ts";

const request: InvalidRequest = {
  kind: "invalid-request",
  violations: Array.from({ length: 100 }, (_, at) => ({ field: `f${at}`, reason: "is wrong" })),
  omittedViolations: 7,
};

/** An error handler with long responses. */
const wordy = (problem: Problem) =>
  problem.kind === "invalid-request"
    ? {
        status: 400,
        body: {
          errors: problem.violations.map(({ field }) => field.padEnd(2000)),
          more: problem.omittedViolations,
        },
      }
    : { status: 500, body: "x".repeat(40_000) };

test("a too long response is made again with fewer violations", async () => {
  const { body } = await respondWithinLimits(request, wordy);
  expect(JSON.stringify(body).length).toBeLessThan(32_768);
  const errors = request.violations.slice(0, 12).map(({ field }) => field.padEnd(2000));
  expect(body).toEqual({ errors, more: 95 });
});

test("a response that stays too long is not sent", async () => {
  const [violation] = request.violations;
  if (!violation) throw new Error("There is no violation.");
  const thrown = respondWithinLimits({ kind: "thrown", error: 1 }, wordy);
  await expect(thrown).rejects.toThrow(RangeError);
  const item = { ...request, violations: [violation] };
  const long = respondWithinLimits(item, () => wordy({ kind: "unknown-path" }));
  await expect(long).rejects.toThrow(RangeError);
});
