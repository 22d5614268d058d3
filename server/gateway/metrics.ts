import type { Answered, Problem } from "../skeleton/index.ts";
import type { AttemptOutcome } from "./domain/delivery.ts";
import { isDomainError } from "./domain/errors.ts";
import type { Backlog } from "./domain/store.ts";

/** Counts what becomes of requests and of deliveries in this process. */
export interface Metrics {
  countRequest(answered: Answered<unknown>): void;
  countAttempt(outcome: AttemptOutcome): void;
  /**
   * Prometheus text format, version 0.0.4.
   *
   * @param backlog undefined: not known, and left out
   * @param now milliseconds since 1970, by the gateway's clock
   */
  text(backlog: Backlog | undefined, now: number): string;
}

/** Starts counting from zero. Labels come from the contract and from closed lists, so that their number is bounded and nothing that was sent is in them. */
export function createMetrics(): Metrics {
  const requests = createSeries();
  const refusals = createSeries();
  const attempts = createSeries();
  const buckets = createSeries();
  const seconds = createSeries();
  const count = createSeries();
  return {
    countRequest({ operation, status, problem, durationMs }) {
      const name = `operation="${operation?.id ?? "none"}"`;
      requests.add(`${name},status="${status}"`);
      if (problem) refusals.add(`${name},cause="${causeOf(problem)}"`);
      for (const bound of BUCKETS_S)
        buckets.add(`${name},le="${bound}"`, durationMs <= bound * 1000);
      buckets.add(`${name},le="+Inf"`);
      seconds.add(name, durationMs / 1000);
      count.add(name);
    },
    countAttempt(outcome) {
      attempts.add(`outcome="${outcome}"`);
    },
    text: (backlog, now) =>
      [
        ...family("counter", "gateway_requests_total", "Requests by operation and status.", {
          "": requests,
        }),
        ...family(
          "counter",
          "gateway_refusals_total",
          "Requests that their handler did not answer, by cause; invalid-request is validation.",
          { "": refusals },
        ),
        ...family(
          "histogram",
          "gateway_request_duration_seconds",
          "Time from a request's arrival to its answer.",
          { _bucket: buckets, _sum: seconds, _count: count },
        ),
        ...family(
          "counter",
          "gateway_delivery_attempts_total",
          "Attempts to deliver a callback, by result.",
          { "": attempts },
        ),
        ...(backlog ? outbox(backlog, now) : []),
        "",
      ].join("\n"),
  };
}

/** What all processes on the database have still to deliver. */
function outbox({ pending, dead, oldestAt }: Backlog, now: number): readonly string[] {
  const age = oldestAt === undefined ? 0 : Math.max(0, now - oldestAt) / 1000;
  return [
    ...family("gauge", "gateway_outbox_pending", "Callbacks that are still to be delivered.", {
      "": single(pending),
    }),
    ...family("gauge", "gateway_outbox_dead", "Callbacks that nobody took.", {
      "": single(dead),
    }),
    ...family(
      "gauge",
      "gateway_outbox_oldest_seconds",
      "Age of the oldest callback that is still to be delivered; 0 without one.",
      { "": single(age) },
    ),
  ];
}

/** Upper bounds of the histogram: from one read of the database to the patience of a client. */
const BUCKETS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

function causeOf(problem: Problem): string {
  return problem.kind === "thrown" && isDomainError(problem.error)
    ? problem.error.code
    : problem.kind;
}

/** Values by their labels. */
interface Series {
  add(labels: string, by?: number | boolean): void;
  readonly values: ReadonlyMap<string, number>;
}

function createSeries(): Series {
  const values = new Map<string, number>();
  return {
    add(labels, by = 1) {
      values.set(labels, (values.get(labels) ?? 0) + Number(by));
    },
    values,
  };
}

function single(value: number): Series {
  const series = createSeries();
  series.add("", value);
  return series;
}

function family(
  type: "counter" | "gauge" | "histogram",
  name: string,
  help: string,
  seriesBySuffix: Readonly<Record<string, Series>>,
): string[] {
  return [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} ${type}`,
    ...Object.entries(seriesBySuffix).flatMap(([suffix, { values }]) =>
      [...values].map(([labels, value]) => `${name}${suffix}${labels && `{${labels}}`} ${value}`),
    ),
  ];
}
