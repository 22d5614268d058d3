import { choose } from "../measure.ts";
import {
  blamed,
  failedIds,
  noticed,
  type MutantGroup,
  type Outcome,
  type Play,
  type Thoroughness,
} from "../mutant.ts";
import { readFaults, type Edit } from "./edits.ts";

/** How an implementation is started in whose code faults are made. */
export interface Implementation {
  readonly name: string;
  /** Folders of the repository that have its code; a copy is made of the first one that holds all that is edited. */
  readonly folders: readonly string[];
  /** Starts a copy with the edits, or a healthy one. */
  readonly start: (edits: readonly Edit[]) => Promise<Started>;
}

/** What is tested. */
export interface Started extends AsyncDisposable {
  /** The cases that can notice a fault. */
  plays(): readonly Play[];
}

/**
 * The faults in the code of an implementation, each of which has to be noticed by cases of the kind that it is listed under,
 * and of several kinds by those of each.
 */
export function codeFaults(implementation: Implementation): Promise<MutantGroup> {
  return groupOf(implementation, false, async (played, kinds) => {
    let outcome: Outcome = { outcome: "survived" };
    for (const kind of kinds.split(", ")) {
      const its = played.filter((each) => each.kind === kind);
      // Kinds of faults need not be those of cases.
      outcome = await noticed(its.length > 0 ? its : played);
      if (outcome.outcome === "survived") break;
    }
    return outcome;
  });
}

/** What an implementation may do otherwise, and no case may blame. */
export async function codeVariations(
  implementation: Implementation,
  { cases = Infinity, seed = "" }: Thoroughness = {},
): Promise<MutantGroup> {
  const { aim: _, ...group } = await groupOf(implementation, true, (played) =>
    blamed(choose(played, cases, seed)),
  );
  return { ...group, name: `${group.name}-variations` };
}

async function groupOf(
  { name, start }: Implementation,
  isOfVariations: boolean,
  judge: (played: readonly Play[], kinds: string) => Promise<Outcome>,
): Promise<MutantGroup> {
  const found = await readFaults(name);
  return {
    name,
    aim: 1,
    mutants: found
      .filter(({ operator }) => (operator === "variation") === isOfVariations)
      .map(({ edits, ...fault }) => ({
        ...fault,
        async attempt() {
          await using started = await start(edits);
          return await judge(started.plays(), fault.operator);
        },
        async killers() {
          await using started = await start(edits);
          return await failedIds(started.plays());
        },
      })),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}
