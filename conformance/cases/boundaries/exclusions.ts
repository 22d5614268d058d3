import type { Constraint, ConstraintCase, Target } from "../case.ts";
import type { Boundary } from "@contract-toolkit/schemas/boundaries/values/boundary-values";
import { concerns, constraintKey } from "./constraint-case.ts";

export interface Exclusion {
  readonly constraint: Constraint;
  readonly boundary: Boundary;
  readonly reason: string;
}

export interface DerivedConstraints {
  readonly cases: readonly ConstraintCase[];
  /** Boundary values that a sample already has. No case is made for them. */
  readonly coveredBySample: readonly CoveredBySample[];
  readonly exclusions: readonly Exclusion[];
  /** Constraints without cases for which no reason is known. */
  readonly unknown: readonly Constraint[];
}

/** The constraints of one target. */
export function constraintsOf(target: Target, derived: DerivedConstraints): DerivedConstraints {
  const isOfTarget = (item: Pick<ConstraintCase, "constraint" | "boundary">) =>
    concerns(item, target);
  return {
    cases: derived.cases.filter(isOfTarget),
    coveredBySample: derived.coveredBySample.filter(isOfTarget),
    exclusions: derived.exclusions.filter(isOfTarget),
    unknown: derived.unknown.filter((constraint) => isOfTarget({ constraint, boundary: "valid" })),
  };
}

/** Of a run that plays only samples. */
export const noConstraints: DerivedConstraints = {
  cases: [],
  coveredBySample: [],
  exclusions: [],
  unknown: [],
};

interface CoveredBySample {
  readonly constraint: Constraint;
  readonly boundary: Boundary;
  readonly by: string;
}

/** Turns unknown constraints into exclusions if the reason is known from their keyword. */
export function withReasons({ unknown, ...derived }: DerivedConstraints): DerivedConstraints {
  const { cases, coveredBySample, exclusions } = derived;
  const known = new Set(
    [...cases, ...coveredBySample, ...exclusions].map(({ constraint }) =>
      constraintKey(constraint),
    ),
  );
  const found = new Map(unknown.map((constraint) => [constraintKey(constraint), constraint]));
  const left = [...found].filter(([key]) => !known.has(key)).map(([, constraint]) => constraint);
  return {
    ...derived,
    exclusions: [...exclusions, ...left.flatMap(exclusionsOf)],
    unknown: left.filter(({ keyword }) => !reasons.has(keyword)),
  };
}

function exclusionsOf(constraint: Constraint): Exclusion[] {
  const reason = reasons.get(constraint.keyword);
  return reason === undefined
    ? []
    : boundaries.map((boundary) => ({ constraint, boundary, reason }));
}

export const boundaries: readonly Boundary[] = ["valid", "invalid"];

const bySchema = "the keyword has a schema, which has many boundaries or none";

const reasons: ReadonlyMap<string, string> = new Map([
  ["places", "the message has too many places once references are followed"],
  ["not", bySchema],
  ["if", bySchema],
  ["contains", bySchema],
  ["minContains", "the schema of contains decides which items count"],
  ["maxContains", "the schema of contains decides which items count"],
  ["propertyNames", bySchema],
  ["patternProperties", "patterns decide which fields the keyword applies to"],
  ["dependentSchemas", bySchema],
  ["prefixItems", "the rules of an item depend on its index"],
  ["unevaluatedItems", "the rules of an item depend on its index"],
]);
