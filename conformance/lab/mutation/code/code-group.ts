import { blamed, failedIds, noticed, type Mutant, type MutantGroup, type Play } from "../mutant.ts";
import type { Edit } from "./edits.ts";
import { readFaults, type CodeFault } from "./faults.ts";

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
  /** The cases that can notice a fault, those first that are likely to; without a fault, all. */
  plays(fault?: Sought): Iterable<Play>;
}

/** What of a fault decides by which cases it is noticed. */
export type Sought = Pick<CodeFault, "operator" | "operations">;

/** An implementation with the faults in its code, each of which has to be noticed, and with what it may do otherwise. */
export interface CodeGroup extends Implementation {
  readonly faults: MutantGroup<Mutant & CodeFault>;
  readonly variations: MutantGroup<Mutant & CodeFault>;
}

/** Reads the faults and variations of an implementation. */
export async function codeGroup(implementation: Implementation): Promise<CodeGroup> {
  const { name, start } = implementation;
  const stopped = { [Symbol.asyncDispose]: () => Promise.resolve() };
  const all = await readFaults(name);
  const played = async <Result>(
    { edits, ...fault }: CodeFault,
    judge: (plays: Iterable<Play>) => Promise<Result>,
  ): Promise<Result> => {
    await using started = await start(edits);
    return await judge(started.plays(fault.operator === "variation" ? undefined : fault));
  };
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
