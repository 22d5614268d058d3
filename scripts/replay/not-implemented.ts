import { run, type Case, type RunOptions, type Verdict } from "@contract-toolkit/conformance";
import {
  allowsAnswer,
  operationOf,
  type NotImplemented,
  type Planned,
} from "@contract-toolkit/conformance/internal";
import { documentedOf, statusKeyOf, type Contract } from "@contract-toolkit/kernel";

/**
 * Finds operations that the server does not implement, so that each is reported once: all of its successful samples are
 * answered with 501, or with a 404 or 405 that the contract does not document.
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
    .toSorted((one, other) => one.providerStates.length - other.providerStates.length);
  const groups = [...Map.groupBy(healthy, ({ operation }) => operation.id).values()];
  const firsts = groups.flatMap((group) => group.slice(0, 1));
  const absences = new Map<string, string>();
  for (const [index, { verdict }] of (await run(firsts, play, options)).entries()) {
    const [first, ...others] = groups[index] ?? [];
    const absence = first && absenceIn(contract, first, verdict);
    if (!first || absence === undefined) continue;
    const further = await run(others, play, options);
    if (further.every((each, at) => absenceIn(contract, others[at] ?? first, each.verdict)))
      absences.set(first.operation.id, absence);
  }
  return absences;
}

/** The reason why an answer shows that the operation is not implemented; undefined if the contract may document the answer. */
function absenceIn(
  contract: Contract,
  { operation }: Case,
  { outcome, exchanges = [] }: Verdict,
): string | undefined {
  const answer = exchanges.find((each) => each !== undefined)?.answer;
  if (outcome !== "failed" || !answer) return undefined;
  const { status, body } = answer;
  const isAbsent =
    status === 501
      ? statusKeyOf(operation.responses, status) !== status
      : [404, 405].includes(status) &&
        !(
          documentedOf(operation.responses, status) &&
          allowsAnswer(contract, operation, { status, headers: {}, body: parsed(body) })
        );
  const { method, path } = operation;
  return isAbsent ? `${method} ${path} is answered with ${status}` : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Separates the cases that can be played from those that need an operation that the server does not implement. */
export function withoutAbsent(
  planned: readonly Planned[],
  absences: ReadonlyMap<string, string>,
): { readonly playable: readonly Planned[]; readonly notImplemented: readonly NotImplemented[] } {
  const absentOf = (each: Planned) =>
    [operationOf(each.case), ...each.exchanges.map(({ operation }) => operation)].find((id) =>
      absences.has(id),
    );
  const { [""]: playable = [], ...absent } = Object.groupBy(
    planned,
    (each) => absentOf(each) ?? "",
  );
  return {
    playable,
    notImplemented: Object.entries(absent).map(([operation, cases = []]) => ({
      operation,
      reason: absences.get(operation) ?? "",
      cases: cases.map((each) => each.case.id),
    })),
  };
}
