import {
  documentedOf,
  explainErrors,
  type Contract,
  type Violation,
  type Operation,
  type SampleRequest,
  type SampleResponse,
} from "@contract-toolkit/contract";

/** Whether a contract has an operation and accepts a request of it. */
export function allowsRequest(
  { validators }: Pick<Contract, "validators">,
  { id }: Pick<Operation, "id">,
  request: SampleRequest,
): boolean {
  // Validation adds default values to the message.
  return validators[id]?.request(structuredClone(request)) === true;
}

/** Violations of a request according to its operation; none if the contract does not have the operation. */
export function violationsOfRequest(
  { validators }: Pick<Contract, "validators">,
  { id }: Pick<Operation, "id">,
  request: SampleRequest,
): readonly Violation[] {
  const validate = validators[id]?.request;
  return validate?.(structuredClone(request)) === false ? explainErrors(validate.errors ?? []) : [];
}

/** Whether a contract documents the status of a response and accepts its headers and body. The content type is not checked. */
export function allowsResponse(
  { validators }: Pick<Contract, "validators">,
  { id }: Pick<Operation, "id">,
  { status, headers, body }: Pick<SampleResponse, "status" | "headers" | "body">,
): boolean {
  const validate = documentedOf(validators[id]?.responses ?? {}, status);
  return validate?.(structuredClone({ headers, body })) === true;
}
