import type { Constraint } from "../case.ts";
import { keyOf } from "./inventory.ts";
import type { DerivedConstraints } from "./derive.ts";
import type { Exclusion } from "./exclusion.ts";

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
