import type { GroupScore, MutantResult } from "./measure.ts";

/** The scores as text: survivors and equivalents with their reasons of each group, then the totals. */
export function describeScores(scores: readonly GroupScore[]): string {
  return [...scores.flatMap(describeGroup), scores.map(describeTotal).join("\n")].join("\n\n");
}

function describeGroup({ name, aim, results, unused }: GroupScore): string[] {
  const equivalents = results.flatMap((result) =>
    result.outcome === "equivalent" ? [result] : [],
  );
  const byReason = Map.groupBy(equivalents, ({ reason }) => reason);
  const missing = aim === undefined ? "reported, although it is permitted" : "survived";
  return [
    section(`${name}: ${missing}`, results.flatMap(aim === undefined ? falseAlarm : survivor)),
    section(`${name}: listed as equivalent, but no survivor matches`, unused),
    ...[...byReason].map(([reason, its]) =>
      section(
        `${name}: equivalent, because ${reason}`,
        its.map(({ mutant }) => mutant.id),
      ),
    ),
  ].filter((text) => text !== "");
}

function section(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? "" : [title, ...lines.map((line) => `  ${line}`)].join("\n");
}

function survivor({ mutant, outcome }: MutantResult): string[] {
  return outcome === "survived" ? [mutant.id] : [];
}

function falseAlarm({ mutant, ...result }: MutantResult): string[] {
  return result.outcome === "killed"
    ? [`${mutant.id}\n      ${result.caseId}: ${result.finding}`]
    : [];
}

function describeTotal(group: GroupScore): string {
  const { name, aim, tried, killed, survived, equivalent, invalid, score, isReached } = group;
  const head = `${isReached ? "ok    " : "MISSED"} ${name}:`;
  if (aim === undefined) return `${head} ${killed} false alarms in ${tried}`;
  const [least, most] = interval(killed, killed + survived);
  return [
    `${head} ${percent(score)} of ${tried - equivalent} killed (95 % interval ${percent(least)} to ${percent(most)}), aim ${percent(aim)}`,
    `${survived} survived`,
    `${equivalent} equivalent`,
    ...(invalid > 0 ? [`${invalid} invalid ones redrawn`] : []),
  ].join(", ");
}

/** The Wilson score interval of a share: with 95 % confidence, the share of all mutants lies in it. */
function interval(count: number, of: number): [number, number] {
  if (of === 0) return [0, 1];
  const Z = 1.96;
  const share = count / of;
  const middle = share + Z ** 2 / (2 * of);
  const distance = Z * Math.sqrt((share * (1 - share)) / of + Z ** 2 / (4 * of ** 2));
  const scale = 1 + Z ** 2 / of;
  return [(middle - distance) / scale, (middle + distance) / scale];
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
