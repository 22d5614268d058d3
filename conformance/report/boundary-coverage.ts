import type { Boundary, Constraint, ConstraintCase } from "../cases/case.ts";
import { constraintKey } from "../cases/boundaries/constraint-case.ts";
import type { DerivedConstraints } from "../cases/boundaries/derive.ts";
import type { Exclusion } from "../cases/boundaries/exclusions.ts";

/** What was derived from the constraints of a contract; of its cases, what says which boundary they are at. */
export interface CoveredConstraints extends Omit<DerivedConstraints, "cases"> {
  readonly cases: readonly Pick<ConstraintCase, "id" | "constraint" | "boundary">[];
}

/** Every constraint with what was exercised at its boundaries, the boundaries that no case is at, and what is not known. */
export interface BoundaryCoverage {
  readonly constraints: readonly ConstraintBoundaries[];
  readonly exclusions: readonly Exclusion[];
  readonly unknown: readonly Constraint[];
}

/** Both boundaries of a constraint; a boundary is absent where a constraint has none. */
export interface ConstraintBoundaries {
  readonly constraint: Constraint;
  readonly valid?: BoundaryState;
  readonly invalid?: BoundaryState;
}

/** `excluded` where no case is at the boundary, and none can be. */
export type BoundaryState = "exercised" | "not played" | "excluded";

/** Tells of every boundary whether a case or a sample at it was played. */
export function coverConstraints(
  { cases, coveredBySample, exclusions, unknown }: CoveredConstraints,
  wasPlayed: (id: string) => boolean,
): BoundaryCoverage {
  const boundaries = new Map<
    string,
    { -readonly [Key in keyof ConstraintBoundaries]: ConstraintBoundaries[Key] }
  >();
  const note = (constraint: Constraint, boundary: Boundary, state: BoundaryState) => {
    const key = constraintKey(constraint);
    const entry = boundaries.get(key) ?? { constraint };
    boundaries.set(key, entry);
    entry[boundary] = strongest(entry[boundary], state);
  };
  for (const { id, constraint, boundary } of cases)
    note(constraint, boundary, wasPlayed(id) ? "exercised" : "not played");
  for (const { by, constraint, boundary } of coveredBySample)
    note(constraint, boundary, wasPlayed(by) ? "exercised" : "not played");
  for (const { constraint, boundary } of exclusions) note(constraint, boundary, "excluded");
  return { constraints: [...boundaries.values()], exclusions, unknown };
}

/** One value at a boundary is enough to exercise it; what could be played and was not is a gap. */
const strengths: readonly BoundaryState[] = ["excluded", "not played", "exercised"];

function strongest(one: BoundaryState | undefined, other: BoundaryState): BoundaryState {
  return one !== undefined && strengths.indexOf(one) > strengths.indexOf(other) ? one : other;
}
