import { existsSync } from "node:fs";
import { relative, resolve } from "node:path";
import { annotation, type AnnotationPlace } from "@contract-toolkit/diff/reporters/annotation";
import type { CheckResult, GroupResult } from "./result.ts";

/** The failed checks of a group as annotations of a GitHub workflow, with file and line if the check names them. */
export function annotationsOf({ checks }: Pick<GroupResult, "checks">): string {
  const failed = checks.filter(({ outcome }) => outcome === "failed");
  return failed
    .flatMap(annotateCheck)
    .map((text) => `${text}\n`)
    .join("");
}

function annotateCheck({ check, lines }: CheckResult): string[] {
  const starts = lines.flatMap((line, index) => (parseAnnotationPlace(line) ? [index] : []));
  if (starts.length === 0) return [annotation("error", {}, check, lines)];
  // Lines without a place belong to the line above them.
  return starts.map((start, index) =>
    annotation(
      "error",
      parseAnnotationPlace(lines[start] ?? "") ?? {},
      check,
      lines.slice(start, starts[index + 1]),
    ),
  );
}

/** `file:line:column` as most tools print it, `file(line,column)` as TypeScript prints it, or an existing file. */
const place = /^(?:\w+ +)?([^\s:()]+)(?:[:(](\d+)(?:[:,](\d+))?\)?|$)/;

function parseAnnotationPlace(line: string): AnnotationPlace | undefined {
  const [, path = "", row, column] = place.exec(line) ?? [];
  if (!/[./]/.test(path) || (row === undefined && !existsSync(path))) return undefined;
  const root = process.env["GITHUB_WORKSPACE"] ?? process.cwd();
  return {
    file: relative(root, resolve(path)),
    ...(row !== undefined && { line: Number(row) }),
    ...(column !== undefined && { col: Number(column) }),
  };
}
