import {
  documentedOf,
  type Contract,
  type SampleRequest,
  type SampleResponse,
} from "@contract-toolkit/contract";
import { asValidated } from "../contract-allows.ts";
import type { Case, ConstraintCase, Target } from "../cases/case.ts";
import { isOfCredential } from "../cases/boundaries/constraint-case.ts";
import type { CallCase } from "../cases/clients/call-case.ts";
import { errorVerdict, verdict, type Finding, type Verdict } from "../verdict.ts";

/** The verdict on a target. If the two validators disagree on the case, findings are an error of the suite. */
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

/** Whether the contract's own validator accepts an invalid case or refuses a valid one. */
export function validatorsDisagree(
  { validators, contentValidators }: Pick<Contract, "validators" | "contentValidators">,
  { operation, constraint, boundary, message }: ConstraintCase,
): boolean {
  const own = validators[operation.id];
  // Content types and statuses are in no schema. Credentials are checked before the rest of a request.
  const isOfWhole = constraint.keyword === "contentType" || constraint.keyword === "status";
  if (!own || isOfWhole || isOfCredential(operation, constraint)) return false;
  const judged = structuredClone(message);
  const isAllowed = boundary === "valid";
  // A case holds the content of a Base64 string as a decoded value, which no validator accepts.
  const isDecoded = isAllowed && Object.keys(contentValidators).length > 0;
  if (constraint.direction === "request")
    return !isDecoded && own.request(asValidated(operation, judged as SampleRequest)) !== isAllowed;
  // The validators of responses refuse undocumented fields, but a client must accept them.
  if (constraint.keyword === "additional" && isAllowed) return false;
  const { status } = message as SampleResponse;
  const validate = documentedOf(own.responses, status);
  return validate !== undefined && validate(judged) !== isAllowed;
}
