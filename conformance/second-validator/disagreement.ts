import { documentedOf, type Contract, type SampleResponse } from "@contract-toolkit/kernel";
import type { Case, ConstraintCase, Target } from "../cases/case.ts";
import type { CallCase } from "../cases/clients/call-case.ts";
import { errorVerdict, verdict, type Finding, type Verdict } from "../verdict.ts";

/** The verdict on a target. Findings do not count against it in a case on which the two validators disagree. */
export function verdictOn(
  contract: Contract,
  played: Case | ConstraintCase | CallCase,
  target: Target,
  findings: readonly Finding[],
): Verdict {
  const isFair =
    findings.length === 0 || played.kind !== "constraint" || !validatorsDisagree(contract, played);
  if (isFair) return verdict(played, target, findings);
  const reason =
    "the contract's own validator and the second validator disagree on this message; the suite is at fault";
  return errorVerdict(played, target, new Error(reason));
}

/**
 * Whether the contract's own validator accepts what a case takes to be forbidden, or refuses what it takes to be allowed.
 * Then the two validators read the contract differently, and no target is held responsible.
 */
export function validatorsDisagree(
  { validators, contentValidators }: Pick<Contract, "validators" | "contentValidators">,
  { operation, constraint, boundary, message }: ConstraintCase,
): boolean {
  const own = validators[operation.id];
  // What holds of a message as a whole is in no schema, and credentials are checked before the rest of a request.
  const isOfWhole = constraint.keyword === "contentType" || constraint.keyword === "status";
  const isOfCredential = operation.parameters.some(
    ({ name, credential }) => credential && constraint.place === `/headers/${name}`,
  );
  if (!own || isOfWhole || isOfCredential) return false;
  const judged = structuredClone(message);
  const isAllowed = boundary === "valid";
  // The content of a Base64 string stands in a case as a decoded value; no message has it so.
  const isDecoded = isAllowed && Object.keys(contentValidators).length > 0;
  if (constraint.direction === "request") return !isDecoded && own.request(judged) !== isAllowed;
  // A server may not add fields, and a client has to accept added ones.
  if (constraint.keyword === "additional" && isAllowed) return false;
  const { status } = message as SampleResponse;
  const validate = documentedOf(own.responses, status);
  return validate !== undefined && validate(judged) !== isAllowed;
}
