import { jsonOr } from "../wire-body.ts";
import { run, type RunOptions } from "./run.ts";
import type { Case } from "../cases/case.ts";
import type { Verdict } from "../verdict.ts";
import { allowsResponse, isNotImplemented } from "../contract-allows.ts";
import { caseOperationId, type NotImplemented } from "../report/report.ts";
import type { ShownExchange } from "../exchanges/exchange.ts";
import type { Planned } from "../cases/planned-case.ts";
import { isChosen } from "./plan.ts";
import { needsCredential } from "./server/preflight.ts";
import type { unknownPaths } from "./server/unknown-paths.ts";
import { documentedOf, type Contract } from "@contract-toolkit/contract";

/**
 * Finds operations that the server does not implement, so that each is reported once: all of its successful samples are
 * answered with 501, with a 404 or 405 that the contract does not document, or like a path that the server does not have. A sample
 * that cannot be prepared is played without its provider states, because nobody sets up states for an operation that is not
 * implemented.
 *
 * @param samples documented and derived samples; if the first of an operation is answered so, the others are played too
 * @param isUnknownPath whether a response is the same as to a path that the server does not have
 * @returns the reason by operation id
 */
export async function notImplementedOf(
  contract: Contract,
  samples: readonly Case[],
  play: (sample: Case) => Promise<Verdict>,
  isUnknownPath: ReturnType<typeof unknownPaths>,
  options: RunOptions<Case>,
): Promise<ReadonlyMap<string, string>> {
  const healthy = samples
    .filter(({ response }) => response.status < 300)
    .toSorted((left, right) => left.providerStates.length - right.providerStates.length);
  const groups = Map.groupBy(healthy, ({ operation }) => operation.id);
  const firsts = [...groups.values()].flatMap((group) => group.slice(0, 1));
  const absences = new Map<string, string>();
  const unprepared = new Set<string>();
  const ask = async (sample: Case) => {
    const verdict = await play(sample);
    const isUnprepared = verdict.outcome === "error" && sample.providerStates.length > 0;
    if (!isUnprepared) return verdict;
    unprepared.add(sample.id);
    return play({ ...sample, providerStates: [] });
  };
  const isUnknown = async (sample: Case, verdict: Verdict) => {
    const exchange = exchangeIn(verdict);
    if (!exchange || !(await isUnknownPath(exchange))) return false;
    if (!unprepared.has(sample.id)) return true;
    // A resource may be missing as well, but an operation that exists refuses a request without anything in another way.
    return needsMore(sample) && isUnknownPath(exchange, true);
  };
  for (const { verdict } of await run(firsts, ask, options)) {
    const [first, ...others] = groups.get(caseOperationId(verdict.case)) ?? [];
    if (!first) continue;
    const isAnyPath = await isUnknown(first, verdict);
    const absence = absenceIn(contract, first, verdict, isAnyPath);
    if (absence === undefined) continue;
    const further = await run(others, ask, options);
    const isAbsent = further.every((timed) => absenceIn(contract, first, timed.verdict, isAnyPath));
    if (isAbsent && further.length === others.length) absences.set(first.operation.id, absence);
  }
  return absences;
}

/** Whether an operation refuses a request without a credential and a body. */
function needsMore(sample: Case): boolean {
  return needsCredential(sample) || sample.operation.body?.required === true;
}

function exchangeIn({ exchanges = [] }: Verdict): ShownExchange | undefined {
  return exchanges.find((exchange) => exchange !== undefined);
}

/**
 * The reason why a response shows that the operation is not implemented; undefined if the contract may document the response.
 *
 * @param isAnyPath the server says the same of a path that it does not have
 */
function absenceIn(
  contract: Contract,
  { operation }: Case,
  verdict: Verdict,
  isAnyPath: boolean,
): string | undefined {
  const response = exchangeIn(verdict)?.response;
  if (verdict.outcome !== "failed" || !response) return undefined;
  const { status, body } = response;
  const isAbsent =
    isNotImplemented(operation, status) ||
    ([404, 405].includes(status) &&
      (isAnyPath ||
        !documentedOf(operation.responses, status) ||
        !allowsResponse(contract, operation, {
          status,
          headers: {},
          body: jsonOr(body),
        })));
  const { method, path } = operation;
  return isAbsent ? `${method} ${path} is answered with ${status}` : undefined;
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
    notImplemented: [...absences].flatMap(([operation, reason]) => {
      const ids = absent[operation]?.map((planned) => planned.case.id) ?? [];
      return isReported({ id: `${operation}/` }) ? [{ operation, reason, cases: ids }] : [];
    }),
  };
}
