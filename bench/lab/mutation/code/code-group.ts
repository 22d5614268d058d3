import { noticed, type MutantGroup, type Outcome, type Play } from "../mutant.ts";
import { readOnceMissed, type Edit } from "./edits.ts";

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
  plays(): readonly Play[] | Promise<readonly Play[]>;
  /** How many of them are played at a time. Default: 1. */
  readonly concurrency?: number;
}

/**
 * Edits of the code that the suite once missed, which cases of their kind must notice; of several kinds, each must.
 *
 * @param implementations by name, loaded on use
 */
export async function openOnceMissed(
  implementations: Readonly<Record<string, () => Promise<Implementation>>>,
): Promise<MutantGroup> {
  const found = await readOnceMissed();
  return {
    name: "once-missed",
    aim: 1,
    mutants: found.map(({ implementation: name, id, kinds, edits }) => ({
      id,
      async attempt() {
        const implementation = await implementations[name]?.();
        if (!implementation) throw new RangeError(`There is no implementation ${name}.`);
        await using started = await implementation.start(edits);
        return await noticedBy(await started.plays(), kinds);
      },
    })),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}

async function noticedBy(played: readonly Play[], kinds: string): Promise<Outcome> {
  let outcome: Outcome = { outcome: "survived" };
  for (const kind of kinds.split(", ")) {
    const its = played.filter((play) => play.kind === kind);
    // If no case has the kind, all are played.
    outcome = await noticed(its.length > 0 ? its : played);
    if (outcome.outcome === "survived") break;
  }
  return outcome;
}
