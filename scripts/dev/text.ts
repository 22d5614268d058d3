import { existsSync } from "node:fs";
import { indented, type Line } from "@contract-toolkit/kernel";
import { changeLines, summary } from "../diff/formats/text.ts";
import type { DiffReport } from "../diff/report.ts";
import type { TimedFeedback } from "./feedback.ts";
import type { TypeFault } from "./typecheck.ts";

/** TimedFeedback as a terminal shows it: a line with its time, and what is wrong below it. */
export function linesOf(feedback: TimedFeedback): Line[] {
  const { headline, lines, state } = described(feedback);
  if (headline === undefined) return [];
  if (feedback.about === "saved") return ["", headline];
  if (feedback.about === "note") return [headline];
  const name = { style: colours[state], text: feedback.about.padEnd(14) };
  const time = `${Math.round(feedback.ms)} ms`.padStart(8);
  return [[`${time}  `, name, headline], ...lines.map((line) => indented(line, 10))];
}

type State = "good" | "bad" | "neutral";

const colours = { good: "green", bad: "red", neutral: "cyan" } as const;

interface Described {
  /** Undefined where there is nothing to show. */
  readonly headline: string | undefined;
  readonly lines: readonly Line[];
  readonly state: State;
}

function described(feedback: TimedFeedback): Described {
  switch (feedback.about) {
    case "saved":
      return neutral(`${new Date().toLocaleTimeString("en-GB")}  ${savedText(feedback.files)}`);
    case "note":
      return neutral(feedback.text);
    case "specification":
      return bad(
        "has errors; the previous contract stays in use",
        feedback.faults.flatMap((fault) => fault.split("\n")),
      );
    case "contract":
      return comparison(feedback.report, contractLines(feedback.report));
    case "branch":
      return comparison(feedback.report, []);
    case "samples":
      return faultsOf(feedback.faults, "fit their schemas", "do not fit their schemas");
    case "generated":
      return neutral(
        feedback.files.length === 0 ? "no file changed" : `${few(feedback.files)} written`,
      );
    case "command":
      return commandState(feedback.state, feedback.status);
    case "types":
      return feedback.hasCompiler
        ? faultsOf(feedback.faults.map(faultText), "everything compiles", "errors")
        : neutral("not checked: the project has no typescript with a tsconfig.json");
    case "done":
    case "interrupted":
      return neutral(undefined);
  }
}

function neutral(headline: string | undefined): Described {
  return { headline, lines: [], state: "neutral" };
}

function bad(headline: string, lines: readonly string[]): Described {
  return { headline, lines: firstOf(lines), state: "bad" };
}

function faultsOf(faults: readonly string[], kept: string, broken: string): Described {
  if (faults.length === 0) return { headline: kept, lines: [], state: "good" };
  return bad(
    `${faults.length} ${broken}`,
    faults.flatMap((fault) => fault.split("\n")),
  );
}

function comparison(report: DiffReport, lines: readonly Line[]): Described {
  const state = report.breaking > 0 ? "bad" : report.changes.length > 0 ? "neutral" : "good";
  return { headline: summary(report), lines, state };
}

/** All but the summary, which is the headline. */
function contractLines({ changes }: DiffReport): Line[] {
  const left = changes.length - mostShown;
  const lines = changeLines(changes.slice(0, mostShown)).flat();
  return left > 0 ? [...lines, `and ${left} more: npx contract diff`] : lines;
}

function commandState(state: "started" | "kept" | "ended", status = 0): Described {
  if (state === "started") return { headline: "started", lines: [], state: "good" };
  if (state === "kept") return neutral("keeps running with the previous contract");
  return bad(`ended with status ${status}; the next save restarts it`, []);
}

function faultText({ file, line, column, message }: TypeFault): string {
  return `${file}:${line}:${column} ${message}`;
}

/** More than these nobody reads before the first is mended. */
const mostShown = 20;

function firstOf(lines: readonly string[]): readonly string[] {
  const left = lines.length - mostShown * 2;
  return left > 0 ? [...lines.slice(0, mostShown * 2), `and ${left} more lines`] : lines;
}

/** Without temporary files, of which there is nothing left. */
function savedText(files: readonly string[]): string {
  if (files.length === 0) return "started";
  const left = files.filter((file) => existsSync(file));
  return `saved ${few(left.length > 0 ? left : files)}`;
}

function few(files: readonly string[]): string {
  const [first = "", ...others] = files;
  return others.length > 1 ? `${first} and ${others.length} more` : files.join(", ");
}
