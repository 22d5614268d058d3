import { styleText } from "node:util";
import type { CheckResult, GroupResult } from "./result.ts";

/** The checks of a group as a terminal shows them. */
export function describeGroup({ checks }: GroupResult, isPlain: boolean): string {
  return checks.map((each) => describeResult(each, isPlain)).join("\n");
}

function describeResult({ check, outcome, lines }: CheckResult, isPlain: boolean): string {
  const first = `${coloured(outcome, isPlain)} ${check}`;
  return [first, ...lines.map((line) => `  ${line}`)].join("\n");
}

/** A table of all groups, and how to check what was left out. */
export function summarize(results: readonly GroupResult[], isPlain: boolean): string {
  const width = (cells: readonly string[]) => Math.max(...cells.map(({ length }) => length));
  const names = width(results.map(({ group }) => group));
  const outcomes = width(results.map(({ outcome }) => outcome));
  const rows = results.map(({ group, outcome, seconds, why }) => {
    const time = outcome === "left out" ? "" : `${seconds.toFixed(1)} s`;
    const padding = " ".repeat(outcomes - outcome.length);
    const cells = [
      group.padEnd(names),
      coloured(outcome, isPlain) + padding,
      time.padStart(7),
      why,
    ];
    return cells.join("  ").trimEnd();
  });
  const isUnchanged = results.some(({ checks }) =>
    checks.some(({ outcome }) => outcome === "unchanged"),
  );
  return ["", ...rows, ...(isUnchanged ? ["", "--all checks again what is unchanged."] : [])].join(
    "\n",
  );
}

const colours = { passed: "green", failed: "red", skipped: "yellow", unchanged: "gray" } as const;

function coloured(outcome: CheckResult["outcome"] | GroupResult["outcome"], isPlain: boolean) {
  const colour = outcome === "left out" ? "gray" : colours[outcome];
  // Whether colours are wanted is known already, and output is not always a stream that this function knows.
  return isPlain ? outcome : styleText(colour, outcome, { validateStream: false });
}
