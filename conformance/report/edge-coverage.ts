import type { Constraint, ConstraintCase } from "../case.ts";
import { keyOf, type Exclusion, type Shown } from "../boundaries/index.ts";

/** What was derived from the constraints of a contract. */
export interface CoveredConstraints {
  readonly cases: readonly Pick<ConstraintCase, "id" | "constraint" | "edge">[];
  /** Edges that samples are at, so that no case is made for them. */
  readonly shown: readonly Shown[];
  readonly exclusions: readonly Exclusion[];
  /** What the contract has by an independent count, and nothing was derived from. */
  readonly unknown: readonly Constraint[];
}

/** Every constraint with what was exercised at its edges, the edges that no case is at, and what is not known. */
export interface EdgeCoverage {
  readonly constraints: readonly ConstraintEdges[];
  readonly exclusions: readonly Exclusion[];
  readonly unknown: readonly Constraint[];
}

/** Both edges of a constraint; an edge is absent where a constraint has none. */
export interface ConstraintEdges {
  readonly constraint: Constraint;
  readonly inside?: EdgeState;
  readonly outside?: EdgeState;
}

/** `excluded` where no case is at the edge, and none can be. */
export type EdgeState = "exercised" | "not played" | "excluded";

/** Tells of every edge whether a case or a sample at it was played. */
export function coverConstraints(
  { cases, shown, exclusions, unknown }: CoveredConstraints,
  wasPlayed: (id: string) => boolean,
): EdgeCoverage {
  const edges = new Map<
    string,
    { -readonly [Key in keyof ConstraintEdges]: ConstraintEdges[Key] }
  >();
  const note = (constraint: Constraint, edge: "inside" | "outside", state: EdgeState) => {
    const key = keyOf(constraint);
    const entry = edges.get(key) ?? { constraint };
    edges.set(key, entry);
    entry[edge] = strongest(entry[edge], state);
  };
  for (const { id, constraint, edge } of cases)
    note(constraint, edge, wasPlayed(id) ? "exercised" : "not played");
  for (const { by, constraint, edge } of shown)
    note(constraint, edge, wasPlayed(by) ? "exercised" : "not played");
  for (const { constraint, edge } of exclusions) note(constraint, edge, "excluded");
  return { constraints: [...edges.values()], exclusions, unknown };
}

/** One value at an edge is enough to exercise it; what could be played and was not is a gap. */
const strengths: readonly EdgeState[] = ["excluded", "not played", "exercised"];

function strongest(one: EdgeState | undefined, other: EdgeState): EdgeState {
  return one !== undefined && strengths.indexOf(one) > strengths.indexOf(other) ? one : other;
}
