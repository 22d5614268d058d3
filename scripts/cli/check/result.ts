/** The result of one check. */
export interface CheckResult {
  /** What the check requires, as a sentence. */
  readonly check: string;
  readonly outcome: "passed" | "failed" | "skipped";
  /** The faults, the reason why it was skipped, or a summary. */
  readonly lines: readonly string[];
}

/** The result of a group of checks. */
export interface GroupResult {
  readonly group: string;
  readonly outcome: "passed" | "failed" | "left out";
  /** The reason why it was left out, or the number of failed or skipped checks; may be empty. */
  readonly why: string;
  readonly seconds: number;
  readonly checks: readonly CheckResult[];
  /** Whether the group could not be checked, so that it is unknown whether the contract is violated. */
  readonly isImpossible: boolean;
}

/** Receives results. */
export type Reporter = (result: CheckResult) => void;

/** A check that passes if it lists no faults. */
export function checkResult(check: string, lines: readonly string[]): CheckResult {
  return { check, outcome: lines.length === 0 ? "passed" : "failed", lines };
}

/** A check that could not be made, or need not be. */
export function skippedCheck(check: string, why: string): CheckResult {
  return { check, outcome: "skipped", lines: [why] };
}

/** A check that passes if it lists no faults. Otherwise its last line says what to do. */
export function advisedCheck(check: string, lines: readonly string[], advice: string): CheckResult {
  return checkResult(check, lines.length > 0 ? [...lines, advice] : []);
}

/** Summarizes the results of a group. */
export function groupResult(
  group: string,
  checks: readonly CheckResult[],
  seconds: number,
  isImpossible = false,
): GroupResult {
  const failed = checks.filter(({ outcome }) => outcome === "failed").length;
  const skipped = checks.filter(({ outcome }) => outcome === "skipped");
  const result = (outcome: GroupResult["outcome"], why: string): GroupResult => ({
    group,
    outcome,
    why,
    seconds,
    checks,
    isImpossible,
  });
  if (isImpossible) return result("failed", "could not be checked");
  if (failed > 0) return result("failed", `${failed} of ${checks.length} checks`);
  if (skipped.length === checks.length)
    return result("left out", skipped.flatMap(({ lines }) => lines).join(" "));
  return result("passed", skipped.length > 0 ? `${skipped.length} skipped` : "");
}

/** The result of a group that an option has left out. */
export function leftOutGroup(group: string, option: string): GroupResult {
  return {
    group,
    outcome: "left out",
    why: option,
    seconds: 0,
    checks: [],
    isImpossible: false,
  };
}

/** The results of all groups for `--json`. */
export function jsonResults(results: readonly GroupResult[]) {
  return {
    passed: results.every(({ outcome }) => outcome !== "failed"),
    groups: results.map(({ group, outcome, why, seconds, checks }) => ({
      group,
      outcome,
      why,
      seconds: Number(seconds.toFixed(2)),
      checks,
    })),
  };
}
