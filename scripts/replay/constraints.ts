import type {
  ConstraintCase,
  CoveredConstraints,
  Suite,
} from "../../conformance/index.ts";

/** The derived cases that concern one side, and what there is beside them. */
export function concerning(
  suite: Suite,
  concerns: (edge: Pick<ConstraintCase, "constraint" | "edge">) => boolean,
): CoveredConstraints & { readonly cases: readonly ConstraintCase[] } {
  const { cases, shown, exclusions } = suite.constraints();
  const { unknown } = suite.coverage();
  return {
    cases: cases.filter(concerns),
    shown: shown.filter(concerns),
    exclusions: exclusions.filter(concerns),
    unknown: unknown.filter((constraint) =>
      concerns({ constraint, edge: "inside" }),
    ),
  };
}
