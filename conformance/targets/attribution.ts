import type { Contract } from "contract-kernel";
import type { Case, ConstraintCase } from "../case.ts";
import { validatorsDisagree } from "../boundaries/index.ts";
import { failure, verdict, type Finding, type Side, type Verdict } from "../verdict.ts";

/** The verdict on a side. It is not to blame for findings of a case on which the two validators disagree. */
export function verdictOn(
  contract: Contract,
  played: Case | ConstraintCase,
  side: Side,
  findings: readonly Finding[],
): Verdict {
  const isUnfair =
    findings.length > 0 && played.kind === "constraint" && validatorsDisagree(contract, played);
  return isUnfair
    ? failure(
        played,
        side,
        new Error(
          "the contract's own validator and the second validator disagree on this message; the suite is at fault",
        ),
      )
    : verdict(played, side, findings);
}
