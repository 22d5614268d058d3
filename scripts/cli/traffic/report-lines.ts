import { indented, type Line } from "@contract-toolkit/contract";
import type { JudgedExchange } from "@contract-toolkit/proxy/judge";
import type { TrafficReport } from "@contract-toolkit/proxy/traffic";

/** Describes a report for people: what violates the contract, what it does not have, and what was seen of it. */
export function reportLines(report: TrafficReport): Line[] {
  const { contract, exchanges, valid, violations, undocumented, unjudged, coverage } = report;
  const { statuses, constraints } = coverage;
  const operations = [...Map.groupBy(statuses, ({ operation }) => operation)].map(
    ([operation, rows]) => ({ operation, isSeen: rows.some((row) => row.exchanges > 0) }),
  );
  const unseen = operations.filter(({ isSeen }) => !isSeen).map(({ operation }) => operation);
  const missing = statuses.filter((row) => row.exchanges === 0 && !unseen.includes(row.operation));
  return [
    ...section(
      "Violations",
      violations.map(
        ({ operation, in: part, status, pointer, reason, at, request, exchanges: count }) =>
          `${operation} ${status}, ${part}: ${pointer} ${reason} (${at}); ${times(count)}, first ${request}`,
      ),
    ),
    ...section(
      "Not in the contract",
      undocumented.map(
        ({ method, path, status, exchanges: count }) =>
          `${method} ${path} ${status}; ${times(count)}`,
      ),
    ),
    ...section(
      "Not judged",
      unjudged.map(
        ({ operation, reason, exchanges: count }) => `${operation}, ${reason}; ${times(count)}`,
      ),
    ),
    ...section("Operations not seen", unseen),
    ...section(
      "Statuses not seen",
      missing.map(({ operation, status }) => `${operation} ${status}`),
    ),
    `Coverage: ${share(operations)} operations, ${share(statuses.map(({ exchanges: count }) => ({ isSeen: count > 0 })))} of their statuses, ${share(constraints.map(({ isExercised }) => ({ isSeen: isExercised })))} constraints.`,
    `${contract.title} ${contract.version}: ${exchanges === 1 ? "1 exchange" : `${exchanges} exchanges`}, ${valid} as documented.`,
  ];
}

/** Describes the violations of one exchange; no line if there is none. */
export function violationLines({ answered, violations }: JudgedExchange): Line[] {
  const { method, path, status } = answered;
  return violations.map(
    ({ in: part, pointer, reason, source }) =>
      `${method} ${path} ${status}, ${part}: ${pointer} ${reason} (${source.file}:${source.line})`,
  );
}

function section(title: string, rows: readonly string[]): Line[] {
  if (rows.length === 0) return [];
  const rest = rows.length - MOST_ROWS;
  return [
    `${title}:`,
    ...rows.slice(0, MOST_ROWS).map((row) => indented(row, 2)),
    ...(rest > 0 ? [indented(`and ${rest} more (--json lists all)`, 2)] : []),
    "",
  ];
}

/** A screen. */
const MOST_ROWS = 20;

function times(count: number): string {
  return count === 1 ? "once" : `${count} times`;
}

function share(rows: readonly { readonly isSeen: boolean }[]): string {
  return `${rows.filter(({ isSeen }) => isSeen).length} of ${rows.length}`;
}
