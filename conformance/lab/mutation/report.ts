import type { MutantResult } from "./mutant.ts";
import type { GroupScore, Tally } from "./score.ts";

/** Scores as people read them: first what is missing, then a table, then what was left out and why. */
export function describeScores(scores: readonly GroupScore[]): string {
  return [
    ...scores.flatMap(describeMissing),
    ...scores.flatMap(describeUnused),
    ...scores.filter(({ isLegitimate }) => !isLegitimate).map(describeTable),
    ...scores.flatMap(describeEquivalents),
    scores.map(describeTotal).join("\n"),
  ].join("\n\n");
}

/** Scores as machines read them. */
export function asJson(scores: readonly GroupScore[], seed: string): object {
  return {
    seed,
    isReached: scores.every(({ isReached }) => isReached),
    groups: scores.map(({ results, ...score }) => ({
      ...score,
      results: results.map(({ mutant, ...result }) => ({
        id: mutant.id,
        operator: mutant.operator,
        description: mutant.description,
        ...(mutant.source && { source: mutant.source }),
        ...result,
      })),
    })),
  };
}

function describeMissing({ name, isLegitimate, results }: GroupScore): string[] {
  const missing = results.flatMap((result) =>
    isLegitimate ? falseAlarm(result) : survivor(result),
  );
  if (missing.length === 0) return [];
  const title = isLegitimate ? "refused, though it is allowed" : "survived, one by one";
  return [[`${name}: ${title}`, ...missing].join("\n")];
}

function describeUnused({ name, unused }: GroupScore): string[] {
  return unused.length === 0
    ? []
    : [
        [
          `${name}: listed as equivalent, but nothing of the kind survives`,
          ...unused.map((pattern) => `  ${pattern}`),
        ].join("\n"),
      ];
}

function falseAlarm(result: MutantResult): string[] {
  return result.outcome === "killed"
    ? [
        `  ${result.mutant.id}: ${result.mutant.description}`,
        `      ${result.caseId}: ${result.finding}`,
      ]
    : [];
}

function survivor({ mutant, outcome }: MutantResult): string[] {
  return outcome === "survived" ? [`  ${mutant.id}: ${mutant.description}`] : [];
}

/** Equivalents of one operator for one reason, together. */
function describeEquivalents({ name, results }: GroupScore): string[] {
  const equivalents = results.flatMap((result) =>
    result.outcome === "equivalent" ? [result] : [],
  );
  const groups = Map.groupBy(equivalents, ({ reason }) => reason);
  return [...groups].map(([reason, its]) =>
    [`${name}: left out, because ${reason}`, ...its.map(({ mutant }) => `  ${mutant.id}`)].join(
      "\n",
    ),
  );
}

const columns = [
  "tried",
  "schema",
  "sample",
  "semantics",
  "survived",
  "equivalent",
] as const satisfies readonly (keyof Tally)[];

function describeTable({ name, operators, ...all }: GroupScore): string {
  const rows = [
    ...Object.entries(operators).toSorted(([one], [other]) => (one < other ? -1 : 1)),
    ["in all", all] as const,
  ];
  const width = Math.max(name.length, ...rows.map(([label]) => label.length));
  return [
    `${name.padEnd(width)}  ${columns.join("  ")}`,
    ...rows.map(([label, tally]) =>
      [
        label.padEnd(width),
        ...columns.map((column) => String(tally[column]).padStart(column.length)),
      ].join("  "),
    ),
  ].join("\n");
}

function describeTotal(score: GroupScore): string {
  const { name, isLegitimate, tried, survived, equivalent, aim } = score;
  const mark = score.isReached ? "ok    " : "MISSED";
  if (isLegitimate)
    return `${mark} ${name}: ${tried - survived - equivalent} false alarms in ${tried}`;
  return `${mark} ${name}: ${percent(score.score)} of ${tried - equivalent} killed, aim ${percent(aim)}, ${survived} survived, ${equivalent} equivalent`;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
