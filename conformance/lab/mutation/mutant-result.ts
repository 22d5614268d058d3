import { describeFinding, type Verdict } from "../../verdict.ts";
import type { KilledBy, Mutant, MutantResult } from "./mutant.ts";

/** Plays until the first case that fails; an error says nothing of the mutant. */
export async function firstFailed(
  plays: Iterable<() => Promise<Verdict>>,
): Promise<Verdict | undefined> {
  for (const play of plays) {
    const verdict = await play();
    if (verdict.outcome === "failed") return verdict;
  }
  return undefined;
}

/** The ids of all cases that fail. */
export async function failedIds(plays: Iterable<() => Promise<Verdict>>): Promise<string[]> {
  const ids: string[] = [];
  for (const play of plays) {
    const verdict = await play();
    if (verdict.outcome === "failed") ids.push(idOf(verdict));
  }
  return ids;
}

/** Of a scenario, each step that can fail counts by itself. */
function idOf({ case: { id, kind }, findings: [finding] }: Verdict): string {
  const [step = ""] = kind === "scenario" ? (/^step \d+/.exec(finding?.message ?? "") ?? []) : [];
  return `${id} ${step}`.trim();
}

/** What a verdict, or that there is none, says about a mutant. */
export function resultOf(mutant: Mutant, verdict: Verdict | undefined): MutantResult {
  return verdict ? killed(mutant, verdict) : { mutant, outcome: "survived" };
}

/** @param namesSource whether the verdict names the changed TypeSpec; of mutants that have one */
export function killed(mutant: Mutant, verdict: Verdict, namesSource?: boolean): MutantResult {
  const [finding = { message: "" }] = verdict.findings;
  return {
    mutant,
    outcome: "killed",
    by: killedBy(verdict),
    caseId: verdict.case.id,
    finding: describeFinding(finding),
    ...(namesSource !== undefined && { namesSource }),
  };
}

/** A constraint is of the schema; a sample is exact, unless what differs breaks the schema as well. */
function killedBy({ case: played, findings }: Verdict): KilledBy {
  switch (played.kind) {
    case "scenario":
    case "http":
    case "callback":
      return "semantics";
    case "constraint":
    case "derived":
      return "schema";
    case "sample":
      return findings.every(({ source }) => source) ? "schema" : "sample";
  }
}

/** Of something legitimate, a case that could not be played is blame as well. */
export async function firstBlamed(
  plays: Iterable<() => Promise<Verdict>>,
): Promise<Verdict | undefined> {
  const strictly = function* () {
    for (const play of plays)
      yield async () => {
        const verdict = await play();
        return verdict.outcome === "error" ? { ...verdict, outcome: "failed" as const } : verdict;
      };
  };
  return firstFailed(strictly());
}
