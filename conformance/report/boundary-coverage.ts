import type { Constraint, ConstraintCase } from "../cases/case.ts";
import type { Boundary } from "@contract-toolkit/schemas/boundaries/values/boundary-values";
import { constraintKey } from "../cases/boundaries/constraint-case.ts";
import type { DerivedConstraints } from "../cases/boundaries/exclusions.ts";

/** Cases and exclusions derived from the constraints of a contract. Of a case, only its boundary is needed. */
export interface CoveredConstraints extends Omit<DerivedConstraints, "cases"> {
  readonly cases: readonly Pick<ConstraintCase, "id" | "constraint" | "boundary">[];
}

/**
 * Constraints with the states of their boundaries, the excluded boundaries, and the constraints that no case was derived from.
 */
export type BoundaryCoverage = ReturnType<typeof coverConstraints>;

/** States of the boundaries of a constraint. A boundary is absent if the constraint has none. */
export interface ConstraintBoundaries {
  readonly constraint: Constraint;
  readonly valid?: BoundaryState;
  readonly invalid?: BoundaryState;
}

/** `excluded`: no case can be at the boundary. */
export type BoundaryState = "exercised" | "not played" | "excluded";

/** Determines for every boundary whether a case or sample at it was played. */
export function coverConstraints(
  { cases, coveredBySample, exclusions, unknown }: CoveredConstraints,
  wasPlayed: (id: string) => boolean,
) {
  const boundaries = new Map<string, ConstraintBoundaries>();
  const setState = (constraint: Constraint, boundary: Boundary, state: BoundaryState) => {
    const key = constraintKey(constraint);
    const entry = boundaries.get(key) ?? { constraint };
    boundaries.set(key, { ...entry, [boundary]: strongest(entry[boundary], state) });
  };
  for (const { id, constraint, boundary } of cases)
    setState(constraint, boundary, wasPlayed(id) ? "exercised" : "not played");
  for (const { by, constraint, boundary } of coveredBySample)
    setState(constraint, boundary, wasPlayed(by) ? "exercised" : "not played");
  for (const { constraint, boundary } of exclusions) setState(constraint, boundary, "excluded");
  return { constraints: [...boundaries.values()], exclusions, unknown };
}

/** One value at a boundary exercises it. A case that was not played is a gap, even if another is excluded. */
const strengths: readonly BoundaryState[] = ["excluded", "not played", "exercised"];

function strongest(left: BoundaryState | undefined, right: BoundaryState): BoundaryState {
  return left !== undefined && strengths.indexOf(left) > strengths.indexOf(right) ? left : right;
}
