import type { CallableMap, CredentialNames, Operation } from "@contract-toolkit/kernel";
import type { Answer } from "./answer.ts";
import { exchange } from "./call.ts";
import { planOf, type OperationPlan } from "./operation-plan.ts";
import type { CallOptions, ContractClientOptions } from "./options.ts";
import { requireBaseUrl, type OutgoingRequest } from "./request.ts";
import type { ContractClient } from "./types.ts";

/**
 * Makes a client of any generated contract: one method for each operation.
 *
 * An answer's body has its documented type as far as the service keeps the contract; `validate` makes sure of that.
 *
 * @example
 * const client = createContractClient<Operations>(operations, { baseUrl: "https://api.example" });
 */
export function createContractClient<Types extends CallableMap<Types>>(
  operations: { readonly [Id in keyof Types]: Operation },
  options: ContractClientOptions<CredentialNames<Types>>,
): ContractClient<Types>;
export function createContractClient(
  operations: Readonly<Record<string, Operation>>,
  options: ContractClientOptions,
): Record<string, UntypedMethod> {
  requireBaseUrl(options.baseUrl);
  const methods = Object.entries(operations).map(([id, operation]): [string, UntypedMethod] => {
    // Few programs call all operations of a contract.
    let plan: OperationPlan | undefined;
    return [
      id,
      async (request = {}, call = {}) =>
        exchange((plan ??= planOf(operation, options)), request, call),
    ];
  });
  return Object.fromEntries(methods);
}

type UntypedMethod = (request?: OutgoingRequest, options?: CallOptions) => Promise<Answer>;
