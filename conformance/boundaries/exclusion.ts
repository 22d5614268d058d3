import type { Constraint } from "../case.ts";

/** An edge of a constraint that no case is at, and why. */
export interface Exclusion {
  readonly constraint: Constraint;
  readonly edge: "inside" | "outside";
  readonly reason: string;
}

/** An edge of a constraint that a documented sample is at already. */
export interface Shown {
  readonly constraint: Constraint;
  readonly edge: "inside" | "outside";
  /** The id of the sample. */
  readonly by: string;
}
