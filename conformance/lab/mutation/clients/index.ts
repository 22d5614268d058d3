import { faults, loadClient, suite } from "../../fixtures/faults/client/index.ts";
import { clientVariations } from "../../fixtures/faults/client/variations.ts";
import {
  callCases,
  concerns,
  type CallCase,
  type CallGroup,
  playCall,
  playOnClient,
  type ClientUnderTest,
} from "../../../index.ts";
import type { Verdict } from "../../../verdict.ts";
import type { CodeFault } from "../code-fault.ts";
import { codeFaultGroup } from "../code-fault-group.ts";
import type { MutantGroup } from "../mutant.ts";
import { firstBlamed, firstFailed } from "../mutant-result.ts";

/** Faults in the code of the client, each noticed by the samples and derived cases. */
export function openClientMutants(): Promise<MutantGroup> {
  return Promise.resolve(codeFaultGroup("clients", faults, killingVerdict));
}

/** What a client may do otherwise; nothing must notice any of it. */
export function openClientVariations(): Promise<MutantGroup> {
  const group = codeFaultGroup("client-variations", clientVariations, (each) =>
    blamingVerdict(each),
  );
  return Promise.resolve({ ...group, aim: 0, isLegitimate: true });
}

/**
 * The verdict that blames a client for what it may do.
 *
 * @param isPlayed which of the cases are played, by their places; without it, all
 */
export async function blamingVerdict(
  { edits }: Pick<CodeFault, "edits">,
  isPlayed: (place: number) => boolean = () => true,
): Promise<Verdict | undefined> {
  await using other = await loadClient(edits);
  const plays = [...playsOf(undefined, other.client)];
  return await firstBlamed(plays.filter((_, place) => isPlayed(place)));
}

/** The verdict that notices a fault; `edits: []` is a healthy client, which nothing must notice. */
export async function killingVerdict({
  edits,
  operations,
  operator = "",
}: Pick<CodeFault, "edits" | "operations"> & { readonly operator?: string }): Promise<
  Verdict | undefined
> {
  await using faulty = await loadClient(edits);
  return await firstFailed(playsOf(operations, faulty.client, operator));
}

let derived: CallCase[] | undefined;

/** Derived once, for all faults; those first that a kind of fault is noticed by soonest. */
function calls(operator: string): readonly CallCase[] {
  derived ??= callCases(suite);
  const first = new Set(noticedBy[operator]);
  const isFirst = ({ group }: CallCase) => first.has(group);
  return [...derived.filter(isFirst), ...derived.filter((each) => !isFirst(each))];
}

const noticedBy: Readonly<Record<string, readonly CallGroup[]>> = {
  path: ["addresses"],
  "base-path": ["addresses"],
  redirect: ["redirects", "repeats"],
  retry: ["repeats"],
  "media-type": ["media-types"],
  status: ["statuses"],
  "broken-answer": ["broken-answers", "answers"],
  judgement: ["judgement"],
};

function* playsOf(
  touched: readonly string[] | undefined,
  client: ClientUnderTest,
  operator = "",
): Iterable<() => Promise<Verdict>> {
  const isTouched = (id: string) => touched?.includes(id) ?? true;
  for (const each of suite.cases)
    if (isTouched(each.operation.id)) yield () => playOnClient(suite.contract, each, client);
  for (const each of calls(operator))
    if (isTouched(each.operation.id)) yield () => playCall(suite.contract, each, client);
  for (const each of suite.constraints().cases)
    if (isTouched(each.operation.id) && concerns(each, "client"))
      yield () => playOnClient(suite.contract, each, client);
}
