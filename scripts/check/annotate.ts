import { existsSync } from "node:fs";
import { relative, resolve } from "node:path";
import { annotation, type AnnotationPlace } from "../terminal/annotation.ts";
import type { CheckResult, GroupResult } from "./result.ts";

/** What failed in a group as lines of annotations of a GitHub workflow, each at its file and line where the check tells them. */
export function annotationsOf({ checks }: GroupResult): string {
  const failed = checks.filter(({ outcome }) => outcome === "failed");
  return failed
    .flatMap(annotateCheck)
    .map((each) => `${each}\n`)
    .join("");
}

function annotateCheck({ check, lines }: CheckResult): string[] {
  const starts = lines.flatMap((line, index) => (placeOf(line) ? [index] : []));
  if (starts.length === 0) return [annotation("error", {}, check, lines)];
  // What stands below a line with a place belongs to it.
  return starts.map((start, index) =>
    annotation(
      "error",
      placeOf(lines[start] ?? "") ?? {},
      check,
      lines.slice(start, starts[index + 1]),
    ),
  );
}

/** `file:line:column`, as most tools write it, `file(line,column)`, as compilers of TypeScript do, or a file that there is. */
const place = /^(?:\w+ +)?([^\s:()]+)(?:[:(](\d+)(?:[:,](\d+))?\)?|$)/;

function placeOf(line: string): AnnotationPlace | undefined {
  const [, path = "", row, column] = place.exec(line) ?? [];
  if (!/[./]/.test(path) || (row === undefined && !existsSync(path))) return undefined;
  const root = process.env["GITHUB_WORKSPACE"] ?? process.cwd();
  return {
    file: relative(root, resolve(path)),
    ...(row !== undefined && { line: Number(row) }),
    ...(column !== undefined && { col: Number(column) }),
  };
}
