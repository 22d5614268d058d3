import { exampleStatuses, type Operation } from "@contract-toolkit/contract";
import { plainCase, type Case, type CaseHead, type Target } from "./case.ts";
import {
  deriveResponse,
  deriveRequest,
  type DerivableContract,
  type Underivable,
} from "@contract-toolkit/schemas/message-generator/messages";

/** A case for which no valid message could be derived. */
export interface UnderivableCase extends CaseHead {
  readonly reason: Underivable;
}

/** The cases of operations without samples. */
export interface DerivedCases {
  readonly cases: readonly Case[];
  readonly underivable: readonly UnderivableCase[];
}

/** Derives a case for each operation that no sample calls. Clients get a response for each documented status. */
export function deriveExchanges(
  suite: DerivableContract & {
    readonly cases: readonly Case[];
    readonly responses: readonly Case[];
  },
  target: Target,
): DerivedCases {
  const called = new Set(suite.cases.map(({ operation }) => operation.id));
  const cases: Case[] = [];
  const underivable: UnderivableCase[] = [];
  for (const operation of Object.values(suite.contract.operations)) {
    const isShown = (testCase: Case) => target === "client" && testCase.operation === operation;
    const shown = suite.responses.filter(isShown);
    const known = new Set(shown.map(({ response }) => response.status));
    const others = called.has(operation.id)
      ? []
      : statusesForTarget(operation, target).filter((status) => !known.has(status));
    const responses = [
      ...shown.map(({ id, why, source, response }) => ({
        head: { id, kind: "derived" as const, why, source },
        response: { message: response },
      })),
      ...others.map((status) =>
        target === "server"
          ? { head: headOf(operation), response: { message: { status, headers: {} } } }
          : {
              head: headOf(operation, status),
              response: deriveResponse(suite, operation.id, status),
            },
      ),
    ];
    for (const { head, response } of target === "receiver" ? [] : responses) {
      const request = deriveRequest(suite, operation.id);
      if ("underivable" in request) underivable.push({ ...head, reason: request.underivable });
      else if ("underivable" in response)
        underivable.push({ ...head, reason: response.underivable });
      else cases.push(plainCase(operation, request.message, response.message, head));
    }
  }
  return { cases, underivable };
}

/** The documented statuses, with one status for each range. For a server, one is enough. */
function statusesForTarget({ responses }: Operation, target: Target): number[] {
  const documented = exampleStatuses(responses);
  return target === "server" ? documented.slice(0, 1) : documented;
}

function headOf(operation: Operation, status?: number) {
  const { id, kind, why, source } = plainCase(operation);
  return { id: status === undefined ? id : `${id} ${status}`, kind, why, source };
}
