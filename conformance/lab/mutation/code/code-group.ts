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
import { readMutants, type Edit } from "./edits.ts";

/** An implementation in whose code mutants are made. */
export interface Implementation {
  readonly name: string;
  /** Folders of the repository with its code. The first one that holds all edited files is copied. */
  readonly folders: readonly string[];
  /** Starts a copy with the edits; without edits it has no mutant. */
  readonly start: (edits: readonly Edit[]) => Promise<Started>;
}

interface Started extends AsyncDisposable {
  /** The cases that can notice a mutant. */
  plays(): readonly Play[];
}

/**
 * The mutants in the code of an implementation. Cases of the kind that a mutant is listed under must notice it; of several
 * kinds, each must.
 */
export function codeMutants(implementation: Implementation): Promise<MutantGroup> {
  return groupOf(implementation, false, async (played, kinds) => {
    let outcome: Outcome = { outcome: "survived" };
    for (const kind of kinds.split(", ")) {
      const its = played.filter((play) => play.kind === kind);
      // If no case has the kind, all are played.
      outcome = await noticed(its.length > 0 ? its : played);
      if (outcome.outcome === "survived") break;
    }
    return outcome;
  });
}

/** Permitted differences of an implementation, which no case may report. */
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
  const found = await readMutants(name);
  return {
    name,
    aim: 1,
    mutants: found
      .filter(({ operator }) => (operator === "variation") === isOfVariations)
      .map(({ edits, ...mutant }) => ({
        ...mutant,
        async attempt() {
          await using started = await start(edits);
          return await judge(started.plays(), mutant.operator);
        },
        async killers() {
          await using started = await start(edits);
          return await failedIds(started.plays());
        },
      })),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}
