import {
  type Contract,
  type Operation,
  readStatus,
  type SampleRequest,
  statusKeyOf,
  type StatusRange,
  valueAt,
} from "@contract-toolkit/contract";
import type { DocumentedExchange, Planned } from "../cases/planned-case.ts";
import { headerNamed } from "../request.ts";
import { coverConstraints, type CoveredConstraints } from "./boundary-coverage.ts";

/** Counts of the documented parts of a contract that the exchanges of a run showed. */
export type Coverage = ReturnType<typeof coverageOf>;

/** Counts the exchanges of all cases that could be played, whether they passed or failed. */
export function coverageOf(
  contract: Pick<Contract, "operations">,
  planned: readonly Planned[],
  outcomes: ReadonlyMap<string, string>,
  constraints?: CoveredConstraints,
) {
  const wasPlayed = (id: string) => (outcomes.get(id) ?? "error") !== "error";
  const exchanges = planned
    .filter((planned) => wasPlayed(planned.case.id))
    .flatMap((planned) => planned.exchanges);
  return {
    ...coverExchanges(contract, exchanges),
    /** Samples, and derived messages in place of missing samples. */
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

/** Counts the documented statuses, error codes and headers in exchanges. */
export function coverExchanges(
  { operations }: Pick<Contract, "operations">,
  exchanges: readonly DocumentedExchange[],
) {
  const groups = Map.groupBy(exchanges, ({ operation }) => operation);
  const all = Object.values(operations).map((operation) => ({
    operation,
    exchanges: groups.get(operation.id) ?? [],
  }));
  return {
    /** Documented statuses of each operation. */
    statuses: all.flatMap(coverStatuses),
    /** Documented error codes of each status. */
    errorCodes: all.flatMap(coverErrorCodes),
    /** Documented headers of requests, and of the responses of each status. */
    headers: all.flatMap(coverHeaders),
  };
}

interface OperationExchanges {
  readonly operation: Operation;
  readonly exchanges: readonly DocumentedExchange[];
}

function coverStatuses(of: OperationExchanges) {
  return documentedStatuses(of.operation).map((status) => ({
    operation: of.operation.id,
    status,
    exchanges: withStatus(of, status).length,
  }));
}

function coverErrorCodes(of: OperationExchanges) {
  const { id: operation, responses } = of.operation;
  return documentedStatuses(of.operation).flatMap((status) => {
    const { property, codes = [] } = responses[status]?.errorCode ?? {};
    const found = withStatus(of, status).map(({ response }) =>
      valueAt(response.body, `/${property ?? ""}`),
    );
    const timesOf = (code: number) => found.filter((value) => value === code).length;
    return codes.map((code) => ({ operation, status, code, exchanges: timesOf(code) }));
  });
}

function coverHeaders(of: OperationExchanges) {
  const { id: operation, parameters, responses } = of.operation;
  const timesIn = (messages: readonly Pick<SampleRequest, "headers">[], name: string) =>
    messages.filter(({ headers }) => headerNamed(headers, name) !== undefined).length;
  const sent = of.exchanges.map(({ request }) => request);
  const requests = parameters
    .filter((parameter) => parameter.in === "header")
    .map(({ name }) => {
      const exchanges = timesIn(sent, name);
      return { operation, direction: "request" as const, name, exchanges };
    });
  const results = documentedStatuses(of.operation).flatMap((status) => {
    const answered = withStatus(of, status).map(({ response }) => response);
    return (responses[status]?.headers ?? []).map((name) => {
      const exchanges = timesIn(answered, name);
      return { operation, direction: "response" as const, status, name, exchanges };
    });
  });
  return [...requests, ...results];
}

function documentedStatuses({ responses }: Operation): (number | StatusRange)[] {
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
