import { fieldRules } from "@contract-toolkit/contract/field-rules";
import type { BoundaryState, ConstraintBoundaries } from "../boundary-coverage.ts";
import { caseOperationId, type Report } from "../report.ts";

/** Boundaries without a case, which the counts do not show, and what lists the reasons. Rules between fields are listed one by one. */
export function exclusionLines(
  { coverage: { constraints, samples }, isLearned }: Report,
  list: string,
): string[] {
  const all = constraints?.constraints ?? [];
  const count = countExcluded(all);
  if (count === 0) return [];
  const sampled = new Set(
    samples
      .filter(({ derived, outcome }) => (isLearned ? outcome === "passed" : !derived))
      .map(caseOperationId),
  );
  const unsampled = all.filter(({ constraint }) => !sampled.has(constraint.operation));
  const unbroken = all.filter(
    ({ constraint, invalid }) => isExcluded(invalid) && ruleNames.has(constraint.keyword),
  );
  return [
    ...unbroken.map(
      ({ constraint: { operation, place, keyword } }) =>
        `No case breaks @${keyword} of ${operation} ${place}: no value derived from its samples breaks only this rule.`,
    ),
    [
      count === 1 ? "1 boundary of a constraint has" : `${count} boundaries of constraints have`,
      ` no case${becauseOf(unsampled, count, isLearned)}. `,
      `${list} lists the reasons.`,
    ].join(""),
  ];
}

function becauseOf(
  unsampled: readonly ConstraintBoundaries[],
  count: number,
  isLearned: boolean,
): string {
  const some = countExcluded(unsampled);
  if (some === 0) return "";
  const { size } = new Set(unsampled.map(({ constraint }) => constraint.operation));
  const operations = size === 1 ? "1 operation has" : `${size} operations have`;
  const why = isLearned
    ? `${operations} no accepted request: give values with --data FILE`
    : `${operations} no sample: add @opExample or @samples`;
  return `${some < count ? `, ${some} of them` : ""} because ${why}`;
}

function countExcluded(all: readonly ConstraintBoundaries[]): number {
  return all.flatMap((boundaries) => [boundaries.valid, boundaries.invalid]).filter(isExcluded)
    .length;
}

function isExcluded(state: BoundaryState | undefined): boolean {
  return state === "excluded";
}

const ruleNames: ReadonlySet<string> = new Set(fieldRules.map(({ name }) => name));
