import {
  findBodyContent,
  contentsOf,
  documentedOf,
  explainErrors,
  type Violation,
  namedType,
  type OperationValidators,
} from "@contract-toolkit/contract";
import { TransportError, type FailedCall } from "./errors.ts";
import type { ReceivedResponse, ResponseValidation } from "./options.ts";

/** A response with a documented status whose content violates the contract. */
export class ContractError extends TransportError {
  override readonly name = "ContractError";
  /** All violations. Their pointers start with `/headers` or `/body`. */
  readonly violations: readonly Violation[];

  constructor(violations: readonly Violation[], call: FailedCall) {
    const listed = violations.map(({ pointer, reason }) => `${pointer} ${reason}`);
    super("response-validation", `answered ${listed.join("; ")}`, call);
    this.violations = violations;
  }
}

/**
 * Makes the option `validate` of a client from the validators of its contract. Undocumented fields and variants of a union with a
 * discriminator are accepted, so that a service
 * can add them.
 *
 * @returns a function that throws a ContractError if a response violates the contract
 */
export function createResponseValidation(
  validators: Readonly<Record<string, Pick<OperationValidators, "responses"> | undefined>>,
): ResponseValidation {
  return (response) => {
    const violations = [...contentTypeViolations(response), ...findResponseViolations(response)];
    if (violations.length === 0) return;
    const { operation, requestId, status } = response;
    throw new ContractError(violations, {
      operation: operation.id,
      requestId,
      status,
    });
  };

  function findResponseViolations({
    operation,
    status,
    headers,
    contentType,
    body,
  }: ReceivedResponse) {
    const own = validators[operation.id]?.responses;
    const validate = own && documentedOf(own, status);
    if (!validate) return [{ pointer: "", reason: "cannot be validated" }];
    const documented = documentedOf(operation.responses, status);
    const type = findBodyContent(documented, contentType)?.contentType;
    const message = { headers, ...namedType(documented, type), body };
    return validate(message) ? [] : explainErrors(validate.errors ?? []);
  }
}

/** Parameters such as `charset` are ignored. */
function contentTypeViolations({ operation, status, contentType }: ReceivedResponse): Violation[] {
  const documented = documentedOf(operation.responses, status);
  if (documented?.contentType === undefined || findBodyContent(documented, contentType ?? ""))
    return [];
  const types = contentsOf(documented).map((content) => content.contentType);
  return [{ pointer: "/headers/Content-Type", reason: `must be ${types.join(" or ")}` }];
}
