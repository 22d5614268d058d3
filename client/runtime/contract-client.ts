import type { CredentialNames, Operation, OperationMap } from "@contract-toolkit/kernel";
import { exchange, type Answer } from "./call.ts";
import type { CallOptions, ContractClientOptions } from "./options.ts";
import { createTransport, type OutgoingRequest } from "./transport.ts";
import type { ContractClient } from "./types.ts";

/**
 * Makes a client of any generated contract: one method for each operation.
 *
 * An answer's body has its documented type as far as the service keeps the contract; `validate` makes sure of that.
 *
 * @example
 * const client = createContractClient<Operations>(operations, { baseUrl: "https://api.example" });
 */
export function createContractClient<Types extends OperationMap<Types>>(
  operations: { readonly [Id in keyof Types]: Operation },
  options: ContractClientOptions<CredentialNames<Types>>,
): ContractClient<Types>;
export function createContractClient(
  operations: Readonly<Record<string, Operation>>,
  options: ContractClientOptions,
): Record<string, UntypedMethod> {
  const transport = createTransport(options.baseUrl);
  return Object.fromEntries(
    Object.entries(operations).map(([id, operation]): [string, UntypedMethod] => [
      id,
      (request = {}, call = {}) => exchange(operation, request, call, options, transport),
    ]),
  );
}

type UntypedMethod = (request?: OutgoingRequest, options?: CallOptions) => Promise<Answer>;
