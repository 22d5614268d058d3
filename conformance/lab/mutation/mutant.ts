import type { SourcePosition } from "@contract-toolkit/kernel";

/** One deliberate fault, to see whether the suite finds it. */
export interface Mutant {
  /** Stable over time. */
  readonly id: string;
  /** The kind of fault, by which results are counted. */
  readonly operator: string;
  readonly description: string;
  /** The TypeSpec that was changed, where the fault is one of the specification. */
  readonly source?: SourcePosition;
}

/** What noticed a mutant: the schema, the comparison with an exact sample, or a rule between several exchanges. */
export type KilledBy = "schema" | "sample" | "semantics";

/** What came of a mutant. */
export type MutantResult = { readonly mutant: Mutant } & (
  | {
      readonly outcome: "killed";
      readonly by: KilledBy;
      /** The case that noticed first, and what it said. */
      readonly caseId: string;
      readonly finding: string;
      /** Whether a finding names the changed TypeSpec; of mutants that have one. */
      readonly namesSource?: boolean;
    }
  | { readonly outcome: "survived" }
  /** Nothing that the contract forbids: why is said by hand. */
  | { readonly outcome: "equivalent"; readonly reason: string }
);

/** Mutants of one kind, and how to try them one at a time. */
export interface MutantGroup extends AsyncDisposable {
  readonly name: string;
  /** The share that has to be killed, equivalents left out. */
  readonly aim: number;
  /** Its mutants are no faults: each one that is killed is a false alarm. */
  readonly isLegitimate?: true;
  readonly mutants: readonly Mutant[];
  attempt(mutant: Mutant): Promise<MutantResult>;
  /** All cases that notice a mutant, not only the first; of groups that can tell. */
  killers?(mutant: Mutant): Promise<string[]>;
}
