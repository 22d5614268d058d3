import type { Boundary, Constraint } from "../case.ts";
import { constraintKey } from "./constraint-case.ts";
import type { DerivedConstraints } from "./derive.ts";

export interface Exclusion {
  readonly constraint: Constraint;
  readonly boundary: Boundary;
  readonly reason: string;
}

/** Excludes constraints that no case can be derived from by their keyword, with the reason; others stay unknown. */
export function withReasons({ unknown, ...derived }: DerivedConstraints): DerivedConstraints {
  const { cases, coveredBySample, exclusions } = derived;
  const known = new Set(
    [...cases, ...coveredBySample, ...exclusions].map(({ constraint }) =>
      constraintKey(constraint),
    ),
  );
  const found = new Map(unknown.map((each) => [constraintKey(each), each]));
  const left = [...found].filter(([key]) => !known.has(key)).map(([, each]) => each);
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

const bySchema = "what it applies to is described by a schema, which has many boundaries or none";

const reasons: ReadonlyMap<string, string> = new Map([
  ["places", "the message has too many places to take apart once references are followed"],
  ["not", bySchema],
  ["if", bySchema],
  ["contains", bySchema],
  ["minContains", "what it counts is described by the schema of contains"],
  ["maxContains", "what it counts is described by the schema of contains"],
  ["propertyNames", bySchema],
  ["patternProperties", "which fields it applies to is described by patterns of their names"],
  ["dependentSchemas", bySchema],
  ["prefixItems", "items are only told apart by their place in the list"],
  ["unevaluatedItems", "items are only told apart by their place in the list"],
]);
