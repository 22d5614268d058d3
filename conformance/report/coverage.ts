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

function coverStatuses({ operation, exchanges }: OperationExchanges): StatusCoverage[] {
  return statusesOf(operation).map((status) => ({
    operation: operation.id,
    status,
    exchanges: withStatus(operation, exchanges, status).length,
  }));
}

function coverErrorCodes({ operation, exchanges }: OperationExchanges): ErrorCodeCoverage[] {
  return statusesOf(operation).flatMap((status) => {
    const documented = operation.responses[status]?.errorCode;
    if (!documented) return [];
    const found = withStatus(operation, exchanges, status).map(({ response }) =>
      valueAt(response.body, `/${documented.property}`),
    );
    return documented.codes.map((code) => ({
      operation: operation.id,
      status,
      code,
      exchanges: found.filter((each) => each === code).length,
    }));
  });
}

function coverHeaders({ operation, exchanges }: OperationExchanges): HeaderCoverage[] {
  const { id, parameters } = operation;
  const requests = parameters
    .filter((each) => each.in === "header")
    .map(({ name }): HeaderCoverage => ({
      operation: id,
      direction: "request",
      name,
      exchanges: exchanges.filter(({ request }) => hasHeader(request.headers, name)).length,
    }));
  const responses = statusesOf(operation).flatMap((status) =>
    (operation.responses[status]?.headers ?? []).map((name): HeaderCoverage => ({
      operation: id,
      direction: "response",
      status,
      name,
      exchanges: withStatus(operation, exchanges, status).filter(({ response }) =>
        hasHeader(response.headers, name),
      ).length,
    })),
  );
  return [...requests, ...responses];
}

function statusesOf({ responses }: Operation): (number | StatusRange)[] {
  return Object.keys(responses).flatMap((status) => readStatus(status) ?? []);
}

function withStatus(
  { responses }: Operation,
  exchanges: readonly DocumentedExchange[],
  status: number | StatusRange,
): DocumentedExchange[] {
  return exchanges.filter(({ response }) => statusKeyOf(responses, response.status) === status);
}

function hasHeader(headers: Readonly<Record<string, unknown>>, name: string) {
  return Object.keys(headers).some((each) => each.toLowerCase() === name.toLowerCase());
}
