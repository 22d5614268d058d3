import { validators } from "../generated/gateway/client-validators.js";
import { createResponseValidation } from "./runtime/validation.ts";

export { ContractError } from "./runtime/validation.ts";
export type { Fault } from "contract-kernel";

/**
 * Makes a client refuse answers outside the contract: the call rejects with a `ContractError`.
 *
 * @example
 * const client = createClient({ baseUrl, token, validate: responseValidation });
 */
export const responseValidation = createResponseValidation(validators);
