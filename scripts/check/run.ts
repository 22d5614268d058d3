import { CannotCompareError } from "../diff/cannot-compare-error.ts";
import { SpecError } from "../spec-error.ts";
import { UsageError } from "../usage-error.ts";
import { groupResult, type CheckResult, type GroupResult, type Reporter } from "./result.ts";

/** Checks that are carried out together. */
export interface Checks {
  /** What people call them. */
  readonly name: string;
  readonly run: (report: Reporter) => Promise<void>;
}

/** Carries out a group. */
export async function runGroup(group: Checks): Promise<GroupResult> {
  const start = performance.now();
  const results: CheckResult[] = [];
  const problem = await group
    .run((result) => {
      results.push(result);
    })
    .catch((error: unknown) => {
      if (isTold(error)) return error.message;
      throw error;
    });
  const seconds = (performance.now() - start) / 1000;
  if (problem !== undefined) {
    const check: CheckResult = {
      check: `${group.name} can be checked`,
      outcome: "failed",
      lines: problem.split("\n"),
    };
    return groupResult(group.name, [...results, check], seconds, true);
  }
  return groupResult(group.name, results, seconds);
}

/** The message says all; of other errors it takes the stack. */
function isTold(error: unknown): error is Error {
  return (
    error instanceof SpecError || error instanceof UsageError || error instanceof CannotCompareError
  );
}
