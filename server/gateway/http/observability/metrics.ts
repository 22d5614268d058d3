import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "@prometheus-io/client";
import type { ResponseInfo, Problem } from "@contract-toolkit/skeleton";
import type { BankCall } from "../../bank/guard.ts";
import type { LeasedDelivery } from "../../domain/outbox/delivery.ts";
import { DomainError } from "../../domain/errors.ts";
import type { PageResponse } from "../pages/index.ts";
import type { Backlog } from "../../domain/store.ts";
import type { Ended } from "../../storage/create-store.ts";
import type { ConnectionUse } from "../../storage/postgres/connection-shares.ts";
import type { TimedAttempt } from "../../callbacks/deliver.ts";

/** Metrics of the requests and deliveries of this process. */
export type Metrics = ReturnType<typeof createMetrics>;

/** Makes empty metrics. Labels come from the contract and from closed lists, so their number is limited and they contain nothing of a request. */
export function createMetrics() {
  // Two gateways in one process must not share counters.
  const registry = new Registry();
  const registers = [registry];
  // Memory, open files and the event loop of the process.
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: "gateway_requests_total",
    help: "Requests by operation and status.",
    labelNames: ["operation", "status"],
    registers,
  });
  const refusals = new Counter({
    name: "gateway_refusals_total",
    help: "Refused and failed requests by cause; invalid-request is validation.",
    labelNames: ["operation", "cause"],
    registers,
  });
  const durations = new Histogram({
    name: "gateway_request_duration_seconds",
    help: "Time from a request's arrival to its response.",
    labelNames: ["operation"],
    buckets: BUCKETS_S,
    registers,
  });
  const bankCalls = new Counter({
    name: "gateway_bank_calls_total",
    help: "Calls of the bank by kind and result: responded, failed or timed-out.",
    labelNames: ["call", "result"],
    registers,
  });
  const bankDurations = new Histogram({
    name: "gateway_bank_call_duration_seconds",
    help: "Time that the bank took for a call.",
    labelNames: ["call"],
    buckets: BUCKETS_S,
    registers,
  });
  const ended = new Counter({
    name: "gateway_orders_ended_total",
    help: "Orders that ended, by status and cause of failure.",
    labelNames: ["status", "failure"],
    registers,
  });
  const attempts = new Counter({
    name: "gateway_delivery_attempts_total",
    help: "Attempts to deliver a callback, by result.",
    labelNames: ["outcome"],
    registers,
  });
  const attemptDurations = new Histogram({
    name: "gateway_delivery_attempt_duration_seconds",
    help: "Time of an attempt to deliver a callback.",
    buckets: BUCKETS_S,
    registers,
  });
  const delays = new Histogram({
    name: "gateway_delivery_delay_seconds",
    help: "Time from an event to the acknowledgement of its callback.",
    buckets: DELAY_BUCKETS_S,
    registers,
  });
  const overdue = new Gauge({
    name: "gateway_delivery_attempts_overdue",
    help: "Attempts to deliver a callback that have exceeded their time limit and not ended. Set an alarm above 0.",
    registers,
  });
  return {
    countRequest(info: Omit<ResponseInfo<unknown>, "request">) {
      const { status, problem, durationMs } = info;
      const operation = info.operation?.id ?? "none";
      requests.inc({ operation, status });
      if (problem) refusals.inc({ operation, cause: problemCause(problem) });
      durations.observe({ operation }, durationMs / 1000);
    },
    /** Counts a customer's page. */
    countPage({ status, durationMs }: Pick<PageResponse, "status" | "durationMs">) {
      requests.inc({ operation: PAGE, status });
      durations.observe({ operation: PAGE }, durationMs / 1000);
    },
    countBankCall({ call, result, tookMs }: Omit<BankCall, "about">) {
      bankCalls.inc({ call, result });
      bankDurations.observe({ call }, tookMs / 1000);
    },
    countEnded({ status, failure }: Ended) {
      ended.inc({ status, failure: failure ?? "none" });
    },
    /** @param now milliseconds since 1970, by the gateway's clock */
    countAttempt(
      { createdAt }: Pick<LeasedDelivery, "createdAt">,
      { outcome, tookMs }: TimedAttempt,
      now: number,
    ) {
      attempts.inc({ outcome });
      attemptDurations.observe(tookMs / 1000);
      if (outcome === "acknowledged") delays.observe(Math.max(0, now - createdAt) / 1000);
    },
    /** Sets the number of attempts that have exceeded their time limit and not ended. */
    setOverdueAttempts(count: number) {
      overdue.set(count);
    },
    /**
     * Prometheus text format, version 0.0.4.
     *
     * @param state what is not given is unknown and omitted
     * @param now milliseconds since 1970, by the gateway's clock
     */
    text({ backlog, connections }: GatewayState, now: number) {
      const gauges = {
        ...(backlog && outbox(backlog, now)),
        ...(connections && pool(connections)),
      };
      return Registry.merge([registry, gaugesOf(gauges)]).metrics();
    },
  };
}

/** What a gateway shows of its state when the metrics are read. */
interface GatewayState {
  readonly backlog?: Backlog | undefined;
  readonly connections?: ConnectionUse | undefined;
}

/** Values by name, each with its help text. */
type Gauges = Readonly<Record<string, readonly [value: number, help: string]>>;

/** The outbox, which all processes of a database share. */
function outbox({ pending, dead, oldestAt = Infinity }: Backlog, now: number): Gauges {
  return {
    gateway_outbox_pending: [pending, "Callbacks that are still to be delivered."],
    gateway_outbox_dead: [dead, "Callbacks that were given up (dead letters)."],
    gateway_outbox_oldest_seconds: [
      Math.max(0, now - oldestAt) / 1000,
      "Age of the oldest callback that is still to be delivered; 0 if there is none.",
    ],
  };
}

/** The connections of this process to PostgreSQL. */
function pool({ most, taken, waiting }: ConnectionUse): Gauges {
  return {
    gateway_database_connections_max: [most, "Connections to the database that there may be."],
    gateway_database_connections_used: [taken, "Connections to the database that are in use."],
    gateway_database_connections_waiting: [waiting, "How many wait for a connection."],
  };
}

function gaugesOf(gauges: Gauges): Registry {
  const registry = new Registry();
  for (const [name, [value, help]] of Object.entries(gauges))
    new Gauge({ name, help, registers: [registry] }).set(value);
  return registry;
}

/** The label of the pages of customers, as in the log. */
const PAGE = "page";

/** Upper bounds of the histogram in seconds: from one read of the database to the time limit of a client. */
const BUCKETS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** From a prompt receiver to the last attempt, a day after the event. */
const DELAY_BUCKETS_S = [0.1, 0.25, 0.5, 1, 5, 30, 60, 300, 3600, 86_400];

function problemCause(problem: Problem): string {
  return problem.kind === "thrown" && problem.error instanceof DomainError
    ? problem.error.code
    : problem.kind;
}
