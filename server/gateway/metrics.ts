import type { Answered } from "../skeleton/index.ts";

/** Counts what becomes of requests. */
export interface Metrics {
  count(answered: Answered<unknown>): void;
  /** Prometheus text format, version 0.0.4. */
  text(): string;
}

/** Starts counting from zero. Labels come from the contract alone, so that their number is bounded. */
export function createMetrics(): Metrics {
  const requests = new Map<string, number>();
  const problems = new Map<string, number>();
  let seconds = 0;
  return {
    count({ operation, status, problem, durationMs }) {
      const labels = `operation="${operation?.id ?? "none"}",status="${String(status)}"`;
      increment(requests, labels);
      if (problem) increment(problems, `kind="${problem.kind}"`);
      seconds += durationMs / 1000;
    },
    text: () =>
      [
        "# HELP gateway_requests_total Requests by operation and status.",
        "# TYPE gateway_requests_total counter",
        ...lines("gateway_requests_total", requests),
        "# HELP gateway_problems_total Requests that their handler did not answer, by cause.",
        "# TYPE gateway_problems_total counter",
        ...lines("gateway_problems_total", problems),
        "# HELP gateway_request_seconds_total Time spent on requests.",
        "# TYPE gateway_request_seconds_total counter",
        `gateway_request_seconds_total ${String(seconds)}`,
        "",
      ].join("\n"),
  };
}

function increment(counts: Map<string, number>, labels: string): void {
  counts.set(labels, (counts.get(labels) ?? 0) + 1);
}

function lines(name: string, counts: Map<string, number>): string[] {
  return [...counts].map(
    ([labels, count]) => `${name}{${labels}} ${String(count)}`,
  );
}
