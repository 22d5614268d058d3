import type { ConstraintCase, Target } from "../cases/case.ts";
import type { Suite } from "../suite.ts";
import { concerns } from "../cases/boundaries/constraint-case.ts";
import type { DerivedConstraints } from "../cases/boundaries/exclusions.ts";

/** The boundary cases of one target, with its covered, excluded and unknown constraints. */
export function constraintsFor(suite: Suite, target: Target): DerivedConstraints {
  const { cases, coveredBySample, exclusions, unknown } = suite.constraints();
  const isOfTarget = (item: Pick<ConstraintCase, "constraint" | "boundary">) =>
    concerns(item, target);
  return {
    cases: cases.filter(isOfTarget),
    coveredBySample: coveredBySample.filter(isOfTarget),
    exclusions: exclusions.filter(isOfTarget),
    unknown: unknown.filter((constraint) => isOfTarget({ constraint, boundary: "valid" })),
  };
}
