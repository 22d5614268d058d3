import type {
  Contract,
  Operation,
  SampleResponse,
} from "../../generated/contract.ts";
import type { ConstraintCase } from "../case.ts";

/**
 * Whether the contract's own validator accepts what a case takes to be forbidden. Then the two validators read the
 * contract differently, and nobody else can be blamed.
 */
export function isContested(
  { validators }: Pick<Contract, "validators">,
  { operation, constraint, edge, message }: ConstraintCase,
): boolean {
  const own = validators[operation.id];
  const isBeyond =
    isOfWhole(constraint.keyword) ||
    isOfCredential(operation, constraint.place);
  if (!own || edge === "inside" || isBeyond) return false;
  const judged = structuredClone(message);
  if (constraint.direction === "request") return own.request(judged);
  const { status } = message as SampleResponse;
  return own.responses[status]?.(judged) ?? false;
}

/** Who asks is checked before what is asked. */
function isOfCredential({ parameters }: Operation, place: string): boolean {
  return parameters.some(
    ({ name, credential }) => credential && place === `/headers/${name}`,
  );
}

/** What holds of a message as a whole is in no schema. */
function isOfWhole(keyword: string): boolean {
  return keyword === "contentType" || keyword === "status";
}
