import { describeFinding, type Verdict } from "../../verdict.ts";
import type { KilledBy, Mutant, MutantResult } from "./mutant.ts";

/** Plays until the first verdict that blames the side under test; one that blames the suite itself notices nothing. */
export async function firstBroken(
  plays: Iterable<() => Promise<Verdict>>,
): Promise<Verdict | undefined> {
  for (const play of plays) {
    const verdict = await play();
    if (verdict.outcome === "broken") return verdict;
  }
  return undefined;
}

/** What a verdict, or that there is none, says about a mutant. */
export function resultOf(mutant: Mutant, verdict: Verdict | undefined): MutantResult {
  return verdict ? killed(mutant, verdict) : { mutant, outcome: "survived" };
}

/** @param isBlamed whether the verdict names the changed TypeSpec; of mutants that have one */
export function killed(mutant: Mutant, verdict: Verdict, isBlamed?: boolean): MutantResult {
  const [finding = { message: "" }] = verdict.findings;
  return {
    mutant,
    outcome: "killed",
    by: noticedBy(verdict),
    caseId: verdict.case.id,
    finding: describeFinding(finding),
    ...(isBlamed !== undefined && { isBlamed }),
  };
}

/** A constraint is of the schema; a sample is exact, unless what differs breaks the schema as well. */
function noticedBy({ case: played, findings }: Verdict): KilledBy {
  switch (played.kind) {
    case "scenario":
      return "semantics";
    case "constraint":
      return "schema";
    case "sample":
      return findings.every(({ source }) => source) ? "schema" : "sample";
  }
}
