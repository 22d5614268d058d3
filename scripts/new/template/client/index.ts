import { createContractClient, type ContractClient } from "@contract-toolkit/client";
import { createResponseValidation } from "@contract-toolkit/client/validation";
import { validators } from "../generated/notes/client-validators.js";
import { operations, type Operations } from "../generated/notes/operations.js";

/** A client of the notes: one method for each operation. Answers outside the contract are refused. */
export function createClient(baseUrl: string): ContractClient<Operations> {
  return createContractClient<Operations>(operations, {
    baseUrl,
    validate: createResponseValidation(validators),
  });
}
