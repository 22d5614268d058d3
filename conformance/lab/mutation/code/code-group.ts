import type { Verdict } from "../../../verdict.ts";
import type { MutantGroup } from "../mutant.ts";
import { failedIds, firstBlamed, firstFailed, resultOf } from "../mutant-result.ts";
import type { Edit } from "./edits.ts";
import type { CodeFault } from "./faults.ts";

/** An implementation in whose code faults are made. */
export interface CodeGroup extends AsyncDisposable {
  readonly name: string;
  /** Folders of the repository that have its code; a copy is made of the first one that holds all that is edited. */
  readonly folders: readonly string[];
  /** Every single one has to be noticed. */
  readonly faults: readonly CodeFault[];
  /** What it may do otherwise; nothing must notice any of it. */
  readonly variations: readonly CodeFault[];
  /** Starts a copy with the edits, or a healthy one. */
  start(edits: readonly Edit[]): Promise<Started>;
}

/** What is tested. */
export interface Started extends AsyncDisposable {
  /** The cases that can notice a fault, those first that are likely to; without a fault, all. */
  plays(fault?: Sought): Iterable<Play>;
}

/** What of a fault decides by which cases it is noticed. */
export type Sought = Partial<Pick<CodeFault, "operator" | "operations">>;

/** A case that is ready to be played. */
export interface Play {
  readonly id: string;
  readonly run: () => Promise<Verdict>;
}

/** The faults of a group, as mutants. */
export function faultsOf(group: CodeGroup): MutantGroup {
  const fault = ({ id }: { readonly id: string }) => {
    const found = group.faults.find((each) => each.id === id);
    if (!found) throw new RangeError(`There is no fault ${id}.`);
    return found;
  };
  return {
    name: group.name,
    aim: 1,
    mutants: group.faults,
    async attempt(mutant) {
      await using started = await group.start(fault(mutant).edits);
      return resultOf(mutant, await firstFailed(runs(started.plays(fault(mutant)))));
    },
    async killers(mutant) {
      await using started = await group.start(fault(mutant).edits);
      return await failedIds(runs(started.plays(fault(mutant))));
    },
    [Symbol.asyncDispose]: () => group[Symbol.asyncDispose](),
  };
}

/** The variations of a group, as mutants. */
export function variationsOf(group: CodeGroup): MutantGroup {
  return {
    name: `${group.name}-variations`,
    aim: 0,
    isLegitimate: true,
    mutants: group.variations,
    async attempt(mutant) {
      const { edits = [] } = group.variations.find(({ id }) => id === mutant.id) ?? {};
      await using started = await group.start(edits);
      return resultOf(mutant, await firstBlamed(runs(started.plays())));
    },
    [Symbol.asyncDispose]: () => group[Symbol.asyncDispose](),
  };
}

/** Cases are made while they are played: those after the first failure never are. */
export function* runs(plays: Iterable<Play>): Iterable<() => Promise<Verdict>> {
  for (const play of plays) yield play.run;
}
