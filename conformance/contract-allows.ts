import {
  explain,
  type Contract,
  type Fault,
  type Operation,
  type SampleRequest,
  type SampleResponse,
} from "@contract-toolkit/kernel";

/** Whether a contract knows an operation and allows a request of it. */
export function allowsRequest(
  { validators }: Pick<Contract, "validators">,
  { id }: Pick<Operation, "id">,
  request: SampleRequest,
): boolean {
  // Of a copy, as validating fills in defaults.
  return validators[id]?.request(structuredClone(request)) === true;
}

/** What a contract finds wrong in a request of an operation; nothing where it does not know the operation. */
export function faultsOfRequest(
  { validators }: Pick<Contract, "validators">,
  { id }: Pick<Operation, "id">,
  request: SampleRequest,
): readonly Fault[] {
  const validate = validators[id]?.request;
  return validate?.(structuredClone(request)) === false ? explain(validate.errors ?? []) : [];
}

/** Whether a contract documents the status of an answer of an operation and allows the answer, but for its content type. */
export function allowsAnswer(
  { validators }: Pick<Contract, "validators">,
  { id }: Pick<Operation, "id">,
  { status, headers, body }: Pick<SampleResponse, "status" | "headers" | "body">,
): boolean {
  return validators[id]?.responses[status]?.(structuredClone({ headers, body })) === true;
}
