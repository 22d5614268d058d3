import { existsSync } from "node:fs";
import { indented, type Line, type Styled } from "@contract-toolkit/contract";
import { changeLines, summarizeDiff } from "@contract-toolkit/diff/reporters/text";
import { isOfContract, type DiffReport } from "@contract-toolkit/diff/report";
import type { Feedback, TimedFeedback } from "./feedback.ts";

/** Feedback as lines of a terminal: a headline with its time, and the faults below it. */
export function describeFeedback(feedback: TimedFeedback): Line[] {
  switch (feedback.about) {
    case "done":
    case "interrupted":
      return [];
    case "note":
      return [feedback.text];
    case "saved":
      return ["", `${new Date().toLocaleTimeString("en-GB")}  ${savedText(feedback.files)}`];
    default: {
      const { style, headline, lines = [] } = describe(feedback);
      const time = `${Math.round(feedback.ms)} ms`.padStart(8);
      const name = { style, text: feedback.about.padEnd(14) };
      return [[`${time}  `, name, headline], ...lines.map((line) => indented(line, 10))];
    }
  }
}

interface Described {
  readonly style: Styled["style"];
  readonly headline: string;
  readonly lines?: readonly Line[];
}

function describe(
  feedback: Exclude<Feedback, { about: "done" | "interrupted" | "note" | "saved" }>,
): Described {
  switch (feedback.about) {
    case "specification":
      return failureText("has errors; the previous contract stays in use", feedback.faults);
    case "contract":
      return { ...describeComparison(feedback.report), lines: changesIn(feedback.report) };
    case "branch":
      return {
        ...describeComparison(feedback.report),
        lines: changeLines(
          feedback.report.changes.filter((change) => !isOfContract(change)),
        ).flat(),
      };
    case "rules":
      return describeCount(
        feedback.faults,
        "are satisfied",
        "violations, which contract check refuses",
      );
    case "samples":
      return describeCount(feedback.faults, "fit their schemas", "do not fit their schemas");
    case "generated":
      return neutralText(
        feedback.files.length === 0
          ? "no file changed"
          : `${describeFiles(feedback.files)} written`,
      );
    case "command":
      if (feedback.state === "started") return successText("started");
      return feedback.state === "kept"
        ? neutralText("keeps running with the previous contract")
        : failureText(`ended with status ${feedback.status ?? 0}; the next save restarts it`);
    case "types":
      return feedback.hasCompiler
        ? describeCount(feedback.faults, "everything compiles", "errors")
        : neutralText("not checked: the project has no typescript with a tsconfig.json");
  }
}

function successText(headline: string): Described {
  return { style: "green", headline };
}

function neutralText(headline: string): Described {
  return { style: "cyan", headline };
}

/** Number of faults or changes that are shown for a save. */
const mostShown = 20;

function failureText(headline: string, faults: readonly string[] = []): Described {
  const all = faults.flatMap((fault) => fault.split("\n"));
  const lines = all.slice(0, mostShown * 2);
  const left = all.length - lines.length;
  return {
    style: "red",
    headline,
    lines: left > 0 ? [...lines, `and ${left} more lines`] : lines,
  };
}

function describeCount(faults: readonly string[], none: string, some: string): Described {
  return faults.length === 0 ? successText(none) : failureText(`${some}: ${faults.length}`, faults);
}

function describeComparison(report: DiffReport): Described {
  const headline = summarizeDiff(report);
  if (!report.isPassed) return failureText(headline);
  return report.changes.length > 0 ? neutralText(headline) : successText(headline);
}

/** The changes without the summary, which is the headline. */
function changesIn({ changes }: DiffReport): Line[] {
  const left = changes.length - mostShown;
  const lines = changeLines(changes.slice(0, mostShown)).flat();
  return left > 0 ? [...lines, `and ${left} more: npx contract diff`] : lines;
}

/** Names the saved files. Temporary files that no longer exist are omitted. */
function savedText(files: readonly string[]): string {
  if (files.length === 0) return "started";
  const left = files.filter((file) => existsSync(file));
  return `saved ${describeFiles(left.length > 0 ? left : files)}`;
}

function describeFiles(files: readonly string[]): string {
  const [first = "", ...others] = files;
  return others.length > 1 ? `${first} and ${others.length} more` : files.join(", ");
}
