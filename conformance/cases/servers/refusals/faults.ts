import { fieldOf, type SampleRequest, valueAt } from "@contract-toolkit/kernel";
import type { ConstraintCase } from "../../case.ts";
import { faultsOfRequest } from "../../../contract-allows.ts";
import { replaceValue } from "../../../json/values.ts";
import type { OperationContext } from "../make-case.ts";

type Context = Pick<OperationContext, "contract" | "operation">;

/** Whether a case has a request with a field that is wrong and has to be named. Servers check credentials before fields. */
export function isFaultOfField(
  { operation }: Context,
  { boundary, constraint, isToBeNamed }: ConstraintCase,
): boolean {
  const { direction, keyword, place } = constraint;
  const isOfCredential = operation.parameters.some(
    ({ name, credential }) => credential && place === `/headers/${name}`,
  );
  const isOfRequest = boundary === "invalid" && direction === "request";
  return isToBeNamed === true && isOfRequest && keyword !== "contentType" && !isOfCredential;
}

/** A request with the fault of another. */
export function withFault(
  request: SampleRequest,
  { message, pointer }: ConstraintCase,
): SampleRequest {
  return replaceValue(request, pointer, valueAt(message, pointer));
}

/** The fields that a contract finds wrong in a request, as a refusal names them. */
export function faultyFields({ contract, operation }: Context, request: SampleRequest): string[] {
  return faultsOfRequest(contract, operation, request).map(({ pointer }) => fieldOf(pointer));
}
