import { blamed, failedIds, noticed, type Mutant, type MutantGroup, type Play } from "../mutant.ts";
import { placeOf, type Edit } from "./edits.ts";
import { readFaults, type CodeFault } from "./faults.ts";
import { reachedBy, type Reaches } from "./reached.ts";

/** How an implementation is started in whose code faults are made. */
export interface Implementation {
  readonly name: string;
  /** Folders of the repository that have its code; a copy is made of the first one that holds all that is edited. */
  readonly folders: readonly string[];
  /** Starts a copy with the edits, or a healthy one. */
  readonly start: (edits: readonly Edit[]) => Promise<Started>;
  /** A fault is held only against the cases that run its code; for implementations that run in this process. */
  readonly isNarrowed?: true;
}

/** What is tested. */
export interface Started extends AsyncDisposable {
  /** The folder whose code runs. */
  readonly root?: string;
  /** The cases that can notice a fault, those first that are likely to; without a fault, all. */
  plays(fault?: Sought): Iterable<Play>;
}

/** What of a fault decides by which cases it is noticed. */
export type Sought = Pick<CodeFault, "operator">;

/** An implementation with the faults in its code, each of which has to be noticed, and with what it may do otherwise. */
export interface CodeGroup extends Implementation {
  readonly faults: MutantGroup<Mutant & CodeFault>;
  readonly variations: MutantGroup<Mutant & CodeFault>;
}

/** Reads the faults and variations of an implementation. */
export async function codeGroup(implementation: Implementation): Promise<CodeGroup> {
  const { name, start, folders } = implementation;
  const stopped = { [Symbol.asyncDispose]: () => Promise.resolve() };
  const all = await readFaults(name);
  const played = async <Result>(
    { edits, ...fault }: CodeFault,
    judge: (plays: Iterable<Play>) => Promise<Result>,
  ): Promise<Result> => {
    const isVariation = fault.operator === "variation";
    const reaches = implementation.isNarrowed && !isVariation ? await reached() : () => true;
    const places = await Promise.all(edits.map((edit) => placeOf(edit, folders)));
    await using started = await start(edits);
    const plays = [...started.plays(isVariation ? undefined : fault)];
    return await judge(plays.filter(({ id }) => places.some((place) => reaches(id, place))));
  };
  let known: Promise<Reaches> | undefined;
  const reached = () =>
    (known ??= reachedBy(async () => {
      const { root = "", ...started } = await start([]);
      return { ...started, root };
    }));
  const faults = all.filter(({ operator }) => operator !== "variation");
  const variations = all.filter(({ operator }) => operator === "variation");
  return {
    ...implementation,
    faults: {
      name,
      aim: 1,
      mutants: faults.map((fault) => ({
        ...fault,
        attempt: () => played(fault, noticed),
        killers: () => played(fault, failedIds),
      })),
      ...stopped,
    },
    variations: {
      name: `${name}-variations`,
      mutants: variations.map((each) => ({ ...each, attempt: () => played(each, blamed) })),
      ...stopped,
    },
  };
}
