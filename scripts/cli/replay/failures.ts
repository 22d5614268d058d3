import type { JsonReport } from "@contract-toolkit/conformance";

/** The failures of a report by cause, each with the place of its first case and its findings below it. */
export function failuresIn({ cases, notImplemented }: JsonReport): string[] {
  const failed = cases.filter(({ outcome }) => outcome === "failed" || outcome === "error");
  const messagesOf = ({ findings }: (typeof failed)[number]) =>
    findings.map(({ message }) => `  ${message}`);
  const causes = Map.groupBy(failed, (one) => JSON.stringify([one.outcome, messagesOf(one)]));
  return [
    ...[...causes.values()].flatMap(([first, ...others]) => {
      if (!first) return [];
      const { id, source, outcome } = first;
      const more = others.length === 0 ? [] : [`  and ${others.length} more with the same finding`];
      const place = `${source.file}:${source.line}:${source.column}`;
      return [`${place} ${outcome} ${id}`, ...messagesOf(first), ...more];
    }),
    ...notImplemented.map(({ operation, reason }) => `not implemented ${operation}: ${reason}`),
  ];
}
