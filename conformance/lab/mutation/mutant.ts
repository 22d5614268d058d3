import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";
import type { SourcePosition } from "@contract-toolkit/kernel";
import type { CaseHead } from "../../cases/case.ts";
import { describeFinding, type Verdict } from "../../verdict.ts";

/** One deliberate fault, or one thing that is done otherwise, and how to try whether the suite notices it. */
export interface Mutant {
  /** What is wrong, stable over time. */
  readonly id: string;
  /** The kind, by which results are counted. */
  readonly operator: string;
  /** The TypeSpec that was changed, where the fault is one of the specification. */
  readonly source?: SourcePosition;
  /** Plays cases until one notices it. */
  readonly attempt: () => Promise<Outcome>;
  /** The ids of all cases that notice it; of mutants that can tell. */
  readonly killers?: () => Promise<string[]>;
}

/** What came of a mutant. */
export type Outcome = Killed | { readonly outcome: "survived" };

export interface Killed {
  readonly outcome: "killed";
  /** The case that noticed first, and what it said. */
  readonly caseId: string;
  readonly finding: string;
  /** Whether a finding names the changed TypeSpec; of mutants that have one. */
  readonly namesSource?: boolean;
}

/** Mutants of one kind. */
export interface MutantGroup extends AsyncDisposable {
  readonly name: string;
  /** The share that has to be killed, equivalents left out. Without one, each mutant that is killed is a false alarm. */
  readonly aim?: number;
  readonly mutants: readonly Mutant[];
  /** Survivors that are known to be no faults. */
  readonly equivalents?: readonly Equivalent[];
}

/** How much is played of something legitimate, which nothing must blame. */
export interface Thoroughness {
  /** Of cases of each sort, how many are played; all where it is not told. */
  readonly cases?: number;
  /** Chooses them. */
  readonly seed?: string;
}

/** Mutants that are no faults, for a reason that was written by hand. */
export interface Equivalent {
  /** What their ids match, as regular expressions. */
  readonly mutants: readonly string[];
  readonly reason: string;
}

/** Reads a file of `conformance/lab/fixtures/faults`. */
export async function readEquivalents(name: string): Promise<Equivalent[]> {
  const file = join(import.meta.dirname, "../fixtures/faults", `${name}.yaml`);
  return parse(await readFile(file, "utf8")) as Equivalent[];
}

/** A case that is ready to be played. */
export interface Play {
  readonly id: string;
  /** Of a scenario its id, of a derived case its group. */
  readonly kind: string;
  readonly run: () => Promise<Verdict>;
}

/** Cases that are ready to be played. */
export function plays<Each extends CaseHead & { readonly group?: string }>(
  cases: readonly Each[],
  run: (each: Each) => Promise<Verdict>,
): Play[] {
  return cases.map((each) => ({
    id: each.id,
    kind: each.kind === "scenario" ? each.id : (each.group ?? each.kind),
    run: () => run(each),
  }));
}

/** Plays until the first case that fails. An error says nothing of a fault. */
export async function noticed(
  played: Iterable<Play>,
  isBlame: (verdict: Verdict) => boolean = ({ outcome }) => outcome === "failed",
): Promise<Outcome> {
  for (const { run } of played) {
    const verdict = await run();
    if (isBlame(verdict)) return killedBy(verdict);
  }
  return { outcome: "survived" };
}

/** The same for what is legitimate: a case that cannot be played is blame as well. */
export function blamed(played: Iterable<Play>): Promise<Outcome> {
  return noticed(played, ({ outcome }) => outcome !== "passed");
}

/** The ids of all cases that fail; of a scenario, each step that can fail counts by itself. */
export async function failedIds(played: Iterable<Play>): Promise<string[]> {
  const ids: string[] = [];
  for (const { run } of played) {
    const { case: failed, outcome, findings } = await run();
    if (outcome !== "failed") continue;
    const message = failed.kind === "scenario" ? (findings[0]?.message ?? "") : "";
    ids.push(`${failed.id} ${/^step \d+/.exec(message)?.[0] ?? ""}`.trim());
  }
  return ids;
}

/** What a failed case says about a mutant. */
export function killedBy({ case: { id }, findings: [finding = { message: "" }] }: Verdict): Killed {
  return { outcome: "killed", caseId: id, finding: describeFinding(finding) };
}
