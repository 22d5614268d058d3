import type { Boundary, Constraint } from "../case.ts";

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
