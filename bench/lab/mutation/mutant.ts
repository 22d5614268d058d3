import type { CaseHead } from "../../../conformance/cases/case.ts";
import { describeFinding, type Verdict } from "../../../conformance/verdict.ts";

/** One deliberate violation or permitted variation, and how to try whether the suite notices it. */
export interface Mutant {
  /** Describes the mutant. It is stable over time. */
  readonly id: string;
  /** Plays cases until one notices it. */
  readonly attempt: () => Promise<Outcome>;
}

/** The result of a mutant. One that does not compile or start is invalid, and another is drawn in its place. */
export type Outcome =
  | Killed
  | { readonly outcome: "survived" | "invalid"; readonly reason?: string };

export interface Killed {
  readonly outcome: "killed";
  /** The first case that noticed the mutant. */
  readonly caseId: string;
  readonly finding: string;
}

/** Mutants of one kind. */
export interface MutantGroup extends AsyncDisposable {
  readonly name: string;
  /** The share that must be killed, without equivalents. If undefined, each killed mutant is a false alarm. */
  readonly aim?: number;
  readonly mutants: readonly Mutant[];
  /** How many mutants are tried at the same time. Default: 1. */
  readonly atOnce?: number;
  /** Listed survivors that change nothing a case may notice. */
  readonly equivalents?: readonly Equivalent[];
}

/** How much is played on a permitted variation. */
export interface Thoroughness {
  /** Number of cases of each kind. Default: all. */
  readonly cases?: number;
  /** Seed of the draw. */
  readonly seed?: string;
  /** The file of results. The coverage is kept beside it. */
  readonly results?: string;
}

/** Equivalent mutants: they change nothing that a case may notice; with the reason. */
export interface Equivalent {
  /** Regular expressions of their ids. */
  readonly mutants: readonly string[];
  readonly reason: string;
}

/** A case with its target. */
export interface Play {
  readonly id: string;
  /** The id of a scenario, the group of a derived case. */
  readonly kind: string;
  readonly run: (attempt?: number) => Promise<Verdict>;
  /** Whether no other is played meanwhile. */
  readonly isAlone?: boolean;
}

export function plays<Each extends CaseHead & { readonly group?: string }>(
  cases: readonly Each[],
  run: (item: Each, attempt?: number) => Promise<Verdict>,
): Play[] {
  return cases.map((testCase) => ({
    id: testCase.id,
    kind: testCase.kind === "scenario" ? testCase.id : (testCase.group ?? testCase.kind),
    run: (attempt) => run(testCase, attempt),
  }));
}

/** Plays until the first case that fails. Errors do not count. */
export async function noticed(
  played: Iterable<Pick<Play, "run">>,
  isBlame: (verdict: Verdict) => boolean = ({ outcome }) => outcome === "failed",
): Promise<Outcome> {
  for (const { run } of played) {
    const verdict = await run();
    const { case: of, findings } = verdict;
    const [finding = { message: "" }] = findings;
    if (isBlame(verdict))
      return { outcome: "killed", caseId: of.id, finding: describeFinding(finding) };
  }
  return { outcome: "survived" };
}

/** Plays a permitted variation until the first case that does not pass. Errors count. */
export function blamed(played: Iterable<Play>): Promise<Outcome> {
  return noticed(played, ({ outcome }) => outcome !== "passed");
}
