import type { Boundary, Constraint } from "../case.ts";
import type { DerivedConstraints } from "./derive.ts";
import { keyOf } from "./inventory.ts";

/** A boundary of a constraint that no case is at, and why. */
export interface Exclusion {
  readonly constraint: Constraint;
  readonly boundary: Boundary;
  readonly reason: string;
}

/** A boundary of a constraint that a documented sample is at already. */
export interface CoveredBySample {
  readonly constraint: Constraint;
  readonly boundary: Boundary;
  /** The id of the sample. */
  readonly by: string;
}

/** How much of the constraints of a contract is exercised. */
export interface ConstraintCoverage {
  /** Constraints that the document has, by an independent count. */
  readonly constraints: number;
  /** Their boundaries; a constraint that only allows, or only forbids, has one. */
  readonly boundaries: number;
  readonly exercised: number;
  readonly excluded: readonly Exclusion[];
  /** Constraints that the document has and no case, sample or exclusion knows. */
  readonly unknown: readonly Constraint[];
}

/** Holds the derived cases against the constraints that the document has. */
export function coverageOf(
  inventory: readonly Constraint[],
  { cases, coveredBySample, exclusions }: DerivedConstraints,
): ConstraintCoverage {
  const counted = new Set(inventory.map(keyOf));
  const exercised = new Set(
    [...cases, ...coveredBySample]
      .filter(({ constraint }) => counted.has(keyOf(constraint)))
      .map(boundaryKey),
  );
  const excluded = exclusions.filter((each) => !exercised.has(boundaryKey(each)));
  const known = new Set(
    [...cases, ...coveredBySample, ...exclusions].map(({ constraint }) => keyOf(constraint)),
  );
  return {
    constraints: inventory.length,
    boundaries: exercised.size + new Set(excluded.map(boundaryKey)).size,
    exercised: exercised.size,
    excluded,
    unknown: inventory.filter((each) => !known.has(keyOf(each))),
  };
}

function boundaryKey({ constraint, boundary }: Pick<Exclusion, "constraint" | "boundary">): string {
  return `${keyOf(constraint)} ${boundary}`;
}

/** Adds the reason to constraints of a document that no case can be derived from by their keyword. */
export function withReasons(
  derived: DerivedConstraints,
  inventory: readonly Constraint[],
): DerivedConstraints {
  const { cases, coveredBySample, exclusions } = derived;
  const known = new Set(
    [...cases, ...coveredBySample, ...exclusions].map(({ constraint }) => keyOf(constraint)),
  );
  const without = inventory
    .filter((constraint) => !known.has(keyOf(constraint)))
    .flatMap(exclusionsOf);
  return { ...derived, exclusions: [...exclusions, ...without] };
}

function exclusionsOf(constraint: Constraint): Exclusion[] {
  const reason = reasons.get(constraint.keyword);
  return reason === undefined
    ? []
    : (["valid", "invalid"] as const).map((boundary) => ({ constraint, boundary, reason }));
}

const bySchema = "what it applies to is described by a schema, which has many boundaries or none";

/** Any other keyword that nothing is derived from stays unknown, and is reported as such. */
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
