import { existsSync } from "node:fs";
import { relative, resolve } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { annotation, type AnnotationPlace } from "../output/annotation.ts";
import type { CheckResult, GroupResult } from "./result.ts";

/** What failed in a group as annotations of a GitHub workflow, each at its file and line where the check tells them. */
export function annotationsOf({ checks }: GroupResult): string[] {
  return checks.filter(({ outcome }) => outcome === "failed").flatMap(annotateCheck);
}

function annotateCheck({ check, lines }: CheckResult): string[] {
  const written = lines.map(stripVTControlCharacters);
  const starts = written.flatMap((line, index) => (placeOf(line) ? [index] : []));
  if (starts.length === 0) return [annotation("error", {}, check, written.join("\n"))];
  // What stands below a line with a place belongs to it.
  return starts.map((start, index) =>
    annotation(
      "error",
      placeOf(written[start] ?? "") ?? {},
      check,
      written
        .slice(start, starts[index + 1])
        .join("\n")
        .trim(),
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
