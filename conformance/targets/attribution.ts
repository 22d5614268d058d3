import type { Contract } from "@contract-toolkit/kernel";
import type { Case, ConstraintCase, Target } from "../cases/case.ts";
import type { CallCase } from "../cases/clients/call-case.ts";
import { validatorsDisagree } from "./validator-disagreement.ts";
import { errorVerdict, verdict, type Finding, type Verdict } from "../verdict.ts";

/** The verdict on a target. Findings do not count against it in a case on which the two validators disagree. */
export function verdictOn(
  contract: Contract,
  played: Case | ConstraintCase | CallCase,
  target: Target,
  findings: readonly Finding[],
): Verdict {
  const isUnfair =
    findings.length > 0 && played.kind === "constraint" && validatorsDisagree(contract, played);
  return isUnfair
    ? errorVerdict(
        played,
        target,
        new Error(
          "the contract's own validator and the second validator disagree on this message; the suite is at fault",
        ),
      )
    : verdict(played, target, findings);
}
