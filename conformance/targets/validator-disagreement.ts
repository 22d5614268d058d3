import {
  documentedOf,
  type Contract,
  type Operation,
  type SampleResponse,
} from "@contract-toolkit/kernel";
import type { ConstraintCase } from "../cases/case.ts";

/**
 * Whether the contract's own validator accepts what a case takes to be forbidden, or refuses what it takes to be allowed.
 * Then the two validators read the contract differently, and no target is held responsible.
 */
export function validatorsDisagree(
  { validators, contentValidators }: Pick<Contract, "validators" | "contentValidators">,
  { operation, constraint, boundary, message }: ConstraintCase,
): boolean {
  const own = validators[operation.id];
  const isBeyond = isOfWhole(constraint.keyword) || isOfCredential(operation, constraint.place);
  if (!own || isBeyond) return false;
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

/** Credentials are checked before the rest of a request. */
function isOfCredential({ parameters }: Operation, place: string): boolean {
  return parameters.some(({ name, credential }) => credential && place === `/headers/${name}`);
}

/** What holds of a message as a whole is in no schema. */
function isOfWhole(keyword: string): boolean {
  return keyword === "contentType" || keyword === "status";
}
