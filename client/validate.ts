import { validators } from "../generated/gateway/client-validators.js";
import { createResponseValidation } from "@contract-toolkit/client/validation";

export { ContractError } from "@contract-toolkit/client/validation";
export type { Violation } from "@contract-toolkit/contract";

/**
 * Makes a client refuse responses that violate the contract. The call rejects with a `ContractError`.
 *
 * @example
 * const client = createClient({ baseUrl, token, validate: responseValidation });
 */
export const responseValidation = createResponseValidation(validators);
