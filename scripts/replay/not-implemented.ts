import { run, type Case, type RunOptions, type Verdict } from "@contract-toolkit/conformance";
import {
  allowsAnswer,
  operationOf,
  type NotImplemented,
  type Planned,
} from "@contract-toolkit/conformance/internal";
import { documentedOf, statusKeyOf, type Contract } from "@contract-toolkit/kernel";

/**
 * Finds operations that the server does not have, so that each is told once: every sample that has to be answered with success is
 * answered with 501, or as if there was no such path or method.
 *
 * @param samples documented or derived; those of an operation are asked after its first
 * @returns how it answers, by the id of the operation
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

/** What a server answers that does not have an operation, as far as what the contract documents tells it apart. */
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

/** Sorts what is planned into what is played, and what needs an operation that the server does not have. */
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
