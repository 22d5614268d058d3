/** What came of one thing that `check` looks at, which has a name for people. */
export interface CheckResult {
  readonly check: string;
  /** `unchanged`: left out, because it passed and nothing that it looks at has changed since. */
  readonly outcome: "passed" | "failed" | "skipped" | "unchanged";
  /** What is wrong, or why it was skipped. */
  readonly lines: readonly string[];
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

/** A result as a terminal shows it. */
export function describeResult({ check, outcome, lines }: CheckResult): string {
  return [`${outcome} ${check}`, ...lines.map((line) => `  ${line}`)].join("\n");
}

/** How many checks came to what, and how to check what was left out. */
export function summarize(results: readonly CheckResult[]): string {
  const outcomes = ["passed", "failed", "skipped", "unchanged"] as const;
  const counts = outcomes.flatMap((outcome) => {
    const count = results.filter((each) => each.outcome === outcome).length;
    return count > 0 ? [`${count} ${outcome}`] : [];
  });
  const isLeftOut = results.some(({ outcome }) => outcome === "unchanged");
  return `${counts.join(", ")}${isLeftOut ? " since they passed; --all checks them again" : ""}`;
}

/** A result as other programs read it. `kept` is what version 0.1 called it. */
export function jsonResult({ check, outcome, lines }: CheckResult) {
  return { check, outcome, kept: outcome !== "failed", detail: lines.join("\n") };
}
