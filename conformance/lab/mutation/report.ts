import type { GroupScore, MutantResult } from "./measure.ts";

/** Scores as people read them: of each group what is missing, what was left out and why, its kinds, and a total. */
export function describeScores(scores: readonly GroupScore[]): string {
  return [...scores.flatMap(describeGroup), scores.map(describeTotal).join("\n")].join("\n\n");
}

/** Scores as machines read them. */
export function asJson(scores: readonly GroupScore[], seed: string): object {
  const groups = scores.map(({ results, ...score }) => ({
    ...score,
    results: results.map(({ mutant: { attempt: _, killers: __, ...mutant }, ...result }) => ({
      ...mutant,
      ...result,
    })),
  }));
  return { seed, isReached: scores.every(({ isReached }) => isReached), groups };
}

function describeGroup({ name, aim, results, unused, operators }: GroupScore): string[] {
  const equivalents = results.flatMap((each) => (each.outcome === "equivalent" ? [each] : []));
  const byReason = Map.groupBy(equivalents, ({ reason }) => reason);
  return [
    section(
      `${name}: ${aim === undefined ? "refused, though it is allowed" : "survived, one by one"}`,
      results.flatMap((each) => missing(each, aim === undefined)),
    ),
    section(`${name}: listed as equivalent, but nothing of the kind survives`, unused),
    ...[...byReason].map(([reason, its]) =>
      section(
        `${name}: left out, because ${reason}`,
        its.map(({ mutant }) => mutant.id),
      ),
    ),
    section(
      `${name}: killed, by kind`,
      aim === undefined
        ? []
        : Object.entries(operators)
            .toSorted(([one], [other]) => (one < other ? -1 : 1))
            .map(
              ([kind, tally]) => `${kind}: ${tally.killed} of ${tally.tried - tally.equivalent}`,
            ),
    ),
  ].filter((text) => text !== "");
}

function section(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? "" : [title, ...lines.map((line) => `  ${line}`)].join("\n");
}

function missing({ mutant, ...result }: MutantResult, isLegitimate: boolean): string[] {
  const text = `${mutant.id}: ${mutant.description}`;
  if (!isLegitimate) return result.outcome === "survived" ? [text] : [];
  return result.outcome === "killed" ? [`${text}\n      ${result.caseId}: ${result.finding}`] : [];
}

function describeTotal(group: GroupScore): string {
  const { name, aim, tried, killed, survived, equivalent, score, isReached } = group;
  const head = `${isReached ? "ok    " : "MISSED"} ${name}:`;
  if (aim === undefined) return `${head} ${killed} false alarms in ${tried}`;
  return `${head} ${percent(score)} of ${tried - equivalent} killed, aim ${percent(aim)}, ${survived} survived, ${equivalent} equivalent`;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
