import {
  type Contract,
  type Operation,
  readStatus,
  statusKeyOf,
  type StatusRange,
  valueAt,
} from "@contract-toolkit/kernel";
import type { DocumentedExchange, Planned } from "../cases/planned-case.ts";
import {
  coverConstraints,
  type BoundaryCoverage,
  type CoveredConstraints,
} from "./boundary-coverage.ts";
import type { Outcome, Result } from "./report.ts";

/** What the contract documents, and how many exchanges of the run show it. */
export interface Coverage {
  readonly statuses: readonly StatusCoverage[];
  readonly errorCodes: readonly ErrorCodeCoverage[];
  readonly headers: readonly HeaderCoverage[];
  readonly samples: readonly SampleCoverage[];
  readonly constraints?: BoundaryCoverage;
}

/** A documented status of an operation. */
export interface StatusCoverage {
  readonly operation: string;
  readonly status: number | StatusRange;
  readonly exchanges: number;
}

/** A documented code of the errors of one status. */
export interface ErrorCodeCoverage extends StatusCoverage {
  readonly code: number;
}

/** A documented header of the requests of an operation, or of its answers of one status. */
export interface HeaderCoverage {
  readonly operation: string;
  readonly direction: "request" | "response";
  readonly status?: number | StatusRange;
  readonly name: string;
  readonly exchanges: number;
}

/** A documented sample, or what stands for one. */
export interface SampleCoverage {
  readonly id: string;
  /** There is no such sample: the messages were derived from their schemas. */
  readonly derived?: true;
  readonly outcome: Outcome | "not played";
}

/** Counts what cases that could be played have shown; whether they passed is another question. */
export function coverageOf(
  { operations }: Pick<Contract, "operations">,
  planned: readonly Planned[],
  results: readonly Result[],
  constraints?: CoveredConstraints,
): Coverage {
  const outcomes = new Map(results.map(({ verdict, outcome }) => [verdict.case.id, outcome]));
  const wasPlayed = (id: string) => (outcomes.get(id) ?? "error") !== "error";
  const exchanges = planned
    .filter((each) => wasPlayed(each.case.id))
    .flatMap((each) => each.exchanges);
  const all = Object.values(operations).map((operation) => ({
    operation,
    exchanges: exchanges.filter((each) => each.operation === operation.id),
  }));
  return {
    statuses: all.flatMap(coverStatuses),
    errorCodes: all.flatMap(coverErrorCodes),
    headers: all.flatMap(coverHeaders),
    samples: planned
      .filter(({ case: { kind } }) => kind === "sample" || kind === "derived")
      .map(({ case: { id, kind } }) => ({
        id,
        ...(kind === "derived" && { derived: true as const }),
        outcome: outcomes.get(id) ?? "not played",
      })),
    ...(constraints && {
      constraints: coverConstraints(constraints, wasPlayed),
    }),
  };
}

interface OperationExchanges {
  readonly operation: Operation;
  readonly exchanges: readonly DocumentedExchange[];
}

function coverStatuses(of: OperationExchanges): StatusCoverage[] {
  return statusesOf(of.operation).map((status) => ({
    operation: of.operation.id,
    status,
    exchanges: withStatus(of, status).length,
  }));
}

function coverErrorCodes(of: OperationExchanges): ErrorCodeCoverage[] {
  const { id: operation, responses } = of.operation;
  return statusesOf(of.operation).flatMap((status) => {
    const { property, codes = [] } = responses[status]?.errorCode ?? {};
    const found = withStatus(of, status).map(({ response }) =>
      valueAt(response.body, `/${property ?? ""}`),
    );
    const timesOf = (code: number) => found.filter((each) => each === code).length;
    return codes.map((code) => ({ operation, status, code, exchanges: timesOf(code) }));
  });
}

function coverHeaders(of: OperationExchanges): HeaderCoverage[] {
  const { id: operation, parameters, responses } = of.operation;
  const timesIn = (messages: readonly { headers: object }[], name: string) =>
    messages.filter(({ headers }) => hasHeader(headers, name)).length;
  const sent = of.exchanges.map(({ request }) => request);
  const requests = parameters
    .filter((each) => each.in === "header")
    .map(({ name }) => {
      const exchanges = timesIn(sent, name);
      return { operation, direction: "request" as const, name, exchanges };
    });
  const answers = statusesOf(of.operation).flatMap((status) => {
    const answered = withStatus(of, status).map(({ response }) => response);
    return (responses[status]?.headers ?? []).map((name) => {
      const exchanges = timesIn(answered, name);
      return { operation, direction: "response" as const, status, name, exchanges };
    });
  });
  return [...requests, ...answers];
}

function statusesOf({ responses }: Operation): (number | StatusRange)[] {
  return Object.keys(responses).flatMap((status) => readStatus(status) ?? []);
}

function withStatus(
  { operation, exchanges }: OperationExchanges,
  status: number | StatusRange,
): DocumentedExchange[] {
  return exchanges.filter(
    ({ response }) => statusKeyOf(operation.responses, response.status) === status,
  );
}

function hasHeader(headers: object, name: string) {
  return Object.keys(headers).some((each) => each.toLowerCase() === name.toLowerCase());
}
