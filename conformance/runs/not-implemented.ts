import { run, type RunOptions } from "../run.ts";
import type { Case } from "../cases/case.ts";
import type { Verdict } from "../verdict.ts";
import { allowsResponse } from "../contract-allows.ts";
import { caseOperationId, type NotImplemented } from "../report/report.ts";
import type { Planned } from "../cases/planned-case.ts";
import { isChosen } from "./plan.ts";
import { documentedOf, statusKeyOf, type Contract } from "@contract-toolkit/contract";

/**
 * Finds operations that the server does not implement, so that each is reported once: all of its successful samples are
 * answered with 501, or with a 404 or 405 that the contract does not document. A sample that cannot be prepared is played
 * without its provider states, because nobody sets up states for an operation that is not implemented.
 *
 * @param samples documented and derived samples; if the first of an operation is answered so, the others are played too
 * @returns the reason by operation id
 */
export async function notImplementedOf(
  contract: Contract,
  samples: readonly Case[],
  play: (sample: Case) => Promise<Verdict>,
  options: RunOptions<Case>,
): Promise<ReadonlyMap<string, string>> {
  const healthy = samples
    .filter(({ response }) => response.status < 300)
    .toSorted((left, right) => left.providerStates.length - right.providerStates.length);
  const groups = Map.groupBy(healthy, ({ operation }) => operation.id);
  const firsts = [...groups.values()].flatMap((group) => group.slice(0, 1));
  const absences = new Map<string, string>();
  const ask = async (sample: Case) => {
    const verdict = await play(sample);
    const isUnprepared = verdict.outcome === "error" && sample.providerStates.length > 0;
    return isUnprepared ? play({ ...sample, providerStates: [] }) : verdict;
  };
  for (const { verdict } of await run(firsts, ask, options)) {
    const [first, ...others] = groups.get(caseOperationId(verdict.case)) ?? [];
    const absence = first && absenceIn(contract, first, verdict);
    if (!first || absence === undefined) continue;
    const further = await run(others, ask, options);
    const isAbsent = further.every((timed) => absenceIn(contract, first, timed.verdict));
    if (isAbsent && further.length === others.length) absences.set(first.operation.id, absence);
  }
  return absences;
}

/** The reason why a response shows that the operation is not implemented; undefined if the contract may document the response. */
function absenceIn(
  contract: Contract,
  { operation }: Case,
  { outcome, exchanges = [] }: Verdict,
): string | undefined {
  const response = exchanges.find((exchange) => exchange !== undefined)?.response;
  if (outcome !== "failed" || !response) return undefined;
  const { status, body } = response;
  const isAbsent =
    status === 501
      ? statusKeyOf(operation.responses, status) !== status
      : [404, 405].includes(status) &&
        !(
          documentedOf(operation.responses, status) &&
          allowsResponse(contract, operation, { status, headers: {}, body: parseJsonOrText(body) })
        );
  const { method, path } = operation;
  return isAbsent ? `${method} ${path} is answered with ${status}` : undefined;
}

function parseJsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/**
 * Separates the cases that can be played from those that need an operation that the server does not implement. An operation
 * whose own cases are excluded is not reported: the scenarios that need it are left out, too.
 */
export function withoutAbsent(
  planned: readonly Planned[],
  absences: ReadonlyMap<string, string>,
  exclude: readonly string[],
): { readonly playable: readonly Planned[]; readonly notImplemented: readonly NotImplemented[] } {
  const absentOf = (planned: Planned) =>
    [caseOperationId(planned.case), ...planned.exchanges.map(({ operation }) => operation)].find(
      (id) => absences.has(id),
    );
  const { [""]: playable = [], ...absent } = Object.groupBy(
    planned,
    (planned) => absentOf(planned) ?? "",
  );
  const isReported = isChosen({ include: [], exclude });
  return {
    playable,
    notImplemented: Object.entries(absent).flatMap(([operation, cases = []]) => {
      const reason = absences.get(operation) ?? "";
      const ids = cases.map((testCase) => testCase.case.id);
      return isReported({ id: `${operation}/` }) ? [{ operation, reason, cases: ids }] : [];
    }),
  };
}
