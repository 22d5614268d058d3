/** What came of one thing that `check` looks at, which has a name for people. */
export interface CheckResult {
  readonly check: string;
  readonly outcome: "passed" | "failed" | "skipped";
  /** What is wrong, why it was skipped, or what was found. */
  readonly lines: readonly string[];
}

/** What came of checks that belong together. */
export interface GroupResult {
  readonly group: string;
  readonly outcome: "passed" | "failed" | "left out";
  /** Why it was left out, or how many of its checks failed; empty where there is nothing to say. */
  readonly why: string;
  readonly seconds: number;
  readonly checks: readonly CheckResult[];
  /** It could not be carried out: nothing can be said of whether the contract is kept. */
  readonly isImpossible: boolean;
}

/** Takes results as they come. */
export type Reporter = (result: CheckResult) => void;

/** A check that passes when there is nothing to list. */
export function listed(check: string, lines: readonly string[]): CheckResult {
  return { check, outcome: lines.length === 0 ? "passed" : "failed", lines };
}

/** A check that passes when nothing is listed; otherwise the last line says what to do. */
export function advised(check: string, lines: readonly string[], advice: string): CheckResult {
  return listed(check, lines.length > 0 ? [...lines, advice] : []);
}

/** What came of a group. */
export function groupResult(
  group: string,
  checks: readonly CheckResult[],
  seconds: number,
  isImpossible = false,
): GroupResult {
  const failed = checks.filter(({ outcome }) => outcome === "failed").length;
  const skipped = checks.filter(({ outcome }) => outcome === "skipped");
  const result = (outcome: GroupResult["outcome"], why: string): GroupResult => ({
    ...{ group, outcome, why, seconds, checks, isImpossible },
  });
  if (isImpossible) return result("failed", "could not be checked");
  if (failed > 0) return result("failed", `${failed} of ${checks.length} checks`);
  if (skipped.length === checks.length)
    return result("left out", skipped.flatMap(({ lines }) => lines).join(" "));
  return result("passed", skipped.length > 0 ? `${skipped.length} skipped` : "");
}

/** A group that nobody wanted to be checked. */
export function unwanted(group: string, option: string): GroupResult {
  return {
    ...{ group, outcome: "left out", why: option, seconds: 0, checks: [], isImpossible: false },
  };
}

/** The results of groups as other programs read them. */
export function jsonResults(results: readonly GroupResult[]) {
  return {
    passed: results.every(({ outcome }) => outcome !== "failed"),
    groups: results.map(({ group, outcome, why, seconds, checks }) => ({
      ...{ group, outcome, why, seconds: Number(seconds.toFixed(2)), checks },
    })),
  };
}
