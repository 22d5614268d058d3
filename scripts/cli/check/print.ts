import { indented, type Line, type Styled } from "@contract-toolkit/contract";
import type { CheckResult, GroupResult } from "./result.ts";

/** The checks of a group as lines of a terminal. */
export function describeGroup({ checks }: GroupResult): Line[] {
  return checks.flatMap(({ check, outcome, lines }) => [
    [coloured(outcome), ` ${check}`],
    ...lines.map((line) => indented(line, 2)),
  ]);
}

/** A table of all groups. */
export function summarize(results: readonly GroupResult[]): Line[] {
  const width = (cells: readonly string[]) => Math.max(...cells.map(({ length }) => length));
  const names = width(results.map(({ group }) => group));
  const outcomes = width(results.map(({ outcome }) => outcome));
  const rows = results.map(({ group, outcome, seconds, why }) => {
    const time = outcome === "left out" ? "" : `${seconds.toFixed(1)} s`;
    const padding = " ".repeat(outcomes - outcome.length);
    const last = `${padding}  ${time.padStart(7)}  ${why}`.trimEnd();
    return [`${group.padEnd(names)}  `, coloured(outcome), last];
  });
  return ["", ...rows];
}

const colours = { passed: "green", failed: "red", skipped: "yellow" } as const;

function coloured(outcome: CheckResult["outcome"] | GroupResult["outcome"]): Styled {
  return { style: outcome === "left out" ? "gray" : colours[outcome], text: outcome };
}
