import { documentedOf, type SampleRequest, type SampleResponse } from "@contract-toolkit/kernel";
import type { Case, CaseHead, Target } from "./case.ts";
import type { DerivedCases, UnderivableCase } from "./derived-cases.ts";
import type { Scenario } from "../scenarios/scenario.ts";
import type { Verdict } from "../verdict.ts";

/** A case of any kind together with the way to play it. */
export interface Planned {
  readonly case: CaseHead;
  /** The documented exchanges that it makes; coverage of statuses, codes and headers is counted by them. */
  readonly exchanges: readonly DocumentedExchange[];
  play(): Promise<Verdict>;
}

export interface DocumentedExchange {
  readonly operation: string;
  readonly request: SampleRequest;
  readonly response: SampleResponse;
}

/** Plans to play each of some cases in the same way. */
export function plan<Played extends CaseHead>(
  cases: readonly Played[],
  play: (played: Played) => Promise<Verdict>,
  exchangesOf: (played: Played) => readonly DocumentedExchange[] = () => [],
): Planned[] {
  return cases.map((played) => ({
    case: played,
    exchanges: exchangesOf(played),
    play: () => play(played),
  }));
}

/** Plans to play the derived cases of a target; one that nothing could be derived for is an error that says why. */
export function planDerived(
  { cases, underivable }: DerivedCases,
  target: Target,
  play: (played: Case) => Promise<Verdict>,
): Planned[] {
  return [
    // Which of its statuses a server answers is not known before.
    ...plan(cases, play, target === "server" ? undefined : exchangesOfSample),
    ...underivable.map((each) => ({
      case: each,
      exchanges: [],
      play: () => Promise.resolve(underivableVerdict(each, target)),
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
  return steps.flatMap((step) => {
    if (step.kind !== "call") return [];
    const { operation, request, status, expected } = step;
    const property = documentedOf(operation.responses, status)?.errorCode?.property;
    const code = expected.equal[`/body/${property ?? ""}`];
    const body = property !== undefined && code !== undefined && { [property]: code };
    return [
      {
        operation: operation.id,
        request,
        response: { status, headers: {}, ...(body && { body }) },
      },
    ];
  });
}
