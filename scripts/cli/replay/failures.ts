import type { JsonReport } from "@contract-toolkit/conformance";

/** The failures of a report, each with its place and its findings below it. */
export function failuresIn({ cases, notImplemented }: JsonReport): string[] {
  const failed = cases.filter(({ outcome }) => outcome === "failed" || outcome === "error");
  return [
    ...failed.flatMap(({ id, source, outcome, findings }) => [
      `${source.file}:${source.line}:${source.column} ${outcome} ${id}`,
      ...findings.map(({ message }) => `  ${message}`),
    ]),
    ...notImplemented.map(({ operation, reason }) => `not implemented ${operation}: ${reason}`),
  ];
}
