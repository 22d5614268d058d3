import { createContractClient, type ContractClient } from "@contract-toolkit/client";
import { createResponseValidation } from "@contract-toolkit/client/validation";
import { validators } from "../generated/notes/client-validators.js";
import { operations, type Operations } from "../generated/notes/operations.js";

/** Makes a client with one method for each operation. It refuses responses that do not fit the contract. */
export function createClient(baseUrl: string): ContractClient<Operations> {
  return createContractClient<Operations>(operations, {
    baseUrl,
    validate: createResponseValidation(validators),
  });
}
