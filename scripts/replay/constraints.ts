import {
  concerns,
  type ConstraintCase,
  type CoveredConstraints,
  type Side,
  type Suite,
} from "../../conformance/index.ts";

/** The derived cases that concern one side, and what there is beside them. */
export function concerning(
  suite: Suite,
  side: Side,
): Omit<CoveredConstraints, "cases"> & {
  readonly cases: readonly ConstraintCase[];
} {
  const { cases, shown, exclusions } = suite.constraints();
  const { unknown } = suite.coverage();
  const isOfSide = (each: Pick<ConstraintCase, "constraint" | "edge">) => concerns(each, side);
  return {
    cases: cases.filter(isOfSide),
    shown: shown.filter(isOfSide),
    exclusions: exclusions.filter(isOfSide),
    unknown: unknown.filter((constraint) => isOfSide({ constraint, edge: "inside" })),
  };
}
