import { documentedOf, type SampleRequest, type SampleResponse } from "@contract-toolkit/contract";
import type { Case, CaseHead, Target } from "./case.ts";
import type { DerivedCases, UnderivableCase } from "./derived-cases.ts";
import { callsIn, type Scenario } from "../scenarios/scenario.ts";
import type { Verdict } from "../verdict.ts";

/** A case of any kind and the function that plays it. */
export interface Planned {
  readonly case: CaseHead;
  /** The documented exchanges of the case, from which the coverage of statuses, codes and headers is counted. */
  readonly exchanges: readonly DocumentedExchange[];
  /** @param attempt number of the attempt, from 1. Each has its own fresh values */
  play(attempt?: number): Promise<Verdict>;
}

export interface DocumentedExchange {
  readonly operation: string;
  readonly request: SampleRequest;
  readonly response: SampleResponse;
}

export function plan<Played extends CaseHead>(
  cases: readonly Played[],
  play: (played: Played, attempt?: number) => Promise<Verdict>,
  exchangesOf: (played: Played) => readonly DocumentedExchange[] = () => [],
): Planned[] {
  return cases.map((played) => ({
    case: played,
    exchanges: exchangesOf(played),
    play: (attempt) => play(played, attempt),
  }));
}

/** Plans the derived cases of a target. A case without a message becomes an error with the reason. */
export function planDerived(
  { cases, underivable }: DerivedCases,
  target: Target,
  play: (played: Case, attempt?: number) => Promise<Verdict>,
): Planned[] {
  return [
    // A server may answer with any documented status.
    ...plan(cases, play, target === "server" ? undefined : exchangesOfSample),
    ...underivable.map((underivableCase) => ({
      case: underivableCase,
      exchanges: [],
      play: () => Promise.resolve(underivableVerdict(underivableCase, target)),
    })),
  ];
}

function underivableVerdict({ reason, ...head }: UnderivableCase, target: Target): Verdict {
  const { operation, field, source } = reason;
  const message = `nothing valid can be derived for ${operation}: ${field} ${reason.reason}. Give the operation a sample (@opExample).`;
  return { case: head, target, outcome: "error", findings: [{ message, source }] };
}

export function exchangesOfSample({ operation, request, response }: Case): DocumentedExchange[] {
  return [{ operation: operation.id, request, response }];
}

export function exchangesOfScenario({ steps }: Scenario): DocumentedExchange[] {
  return steps.flatMap(callsIn).map(({ operation, request, status, expected }) => {
    const property = documentedOf(operation.responses, status)?.errorCode?.property;
    const code = expected.equal[`/body/${property ?? ""}`];
    const body = property !== undefined && code !== undefined && { [property]: code };
    const response = { status, headers: {}, ...(body && { body }) };
    return { operation: operation.id, request, response };
  });
}
