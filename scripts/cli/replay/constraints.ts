import type { ConstraintCase, Target, Suite } from "@contract-toolkit/conformance";
import { concerns, type DerivedConstraints } from "@contract-toolkit/conformance/internal";

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
