import {
  contentsOf,
  documentedOf,
  explainErrors,
  namedType,
  statusKeyOf,
  type Contract,
  type Violation,
  type Operation,
  type SampleRequest,
  type SampleResponse,
} from "@contract-toolkit/contract";

/** Whether a contract has an operation and accepts a request of it. */
export function allowsRequest(
  { validators }: Pick<Contract, "validators">,
  operation: Pick<Operation, "id" | "body">,
  request: SampleRequest,
): boolean {
  return validators[operation.id]?.request(asValidated(operation, request)) === true;
}

/** A copy, because validation adds default values to the message. A body of several types needs its own, which is the first by default. */
export function asValidated(
  { body }: Pick<Operation, "body">,
  request: SampleRequest,
): SampleRequest {
  const [first] = contentsOf(body);
  const ofBody = request.body === undefined ? {} : namedType(body, first?.contentType);
  return { ...ofBody, ...structuredClone(request) };
}

/** Violations of a request according to its operation; none if the contract does not have the operation. */
export function violationsOfRequest(
  { validators, boundsCodes }: Pick<Contract, "validators" | "boundsCodes">,
  operation: Pick<Operation, "id" | "body">,
  request: SampleRequest,
): readonly Violation[] {
  const validate = validators[operation.id]?.request;
  return validate?.(asValidated(operation, request)) === false
    ? explainErrors(validate.errors ?? [], boundsCodes)
    : [];
}

/**
 * Whether a contract documents the status of a response and accepts its headers and body. A body of several types needs its own, which
 * is the first by default.
 */
export function allowsResponse(
  { validators }: Pick<Contract, "validators">,
  { id, responses }: Pick<Operation, "id" | "responses">,
  { status, headers, contentType, body }: SampleResponse,
): boolean {
  const validate = documentedOf(validators[id]?.responses ?? {}, status);
  const documented = documentedOf(responses, status);
  const [first] = contentsOf(documented);
  const named = namedType(documented, contentType ?? first?.contentType);
  return validate?.({ ...named, ...structuredClone({ headers, body }) }) === true;
}

/** Whether it is 501, and the operation does not document just this status. */
export function isNotImplemented({ responses }: Operation, status: number): boolean {
  return status === 501 && statusKeyOf(responses, status) !== status;
}
