import type {
  CallableMap,
  CredentialNames,
  Operation,
  TypedOperation,
  OperationTypes,
} from "@contract-toolkit/contract";
import { type ReadResponse, readClientResponse } from "./response.ts";
import { untilAborted } from "./attempt.ts";
import { readDefaultValues } from "./default-values.ts";
import { type OperationPlan, planOf } from "./operation-plan.ts";
import type { CallOptions, ContractClientOptions } from "./options.ts";
import {
  type CallInProgress,
  type OutgoingRequest,
  buildRequest,
  requireBaseUrl,
} from "./request.ts";
import { sendAndReceive } from "./send-with-middleware.ts";

/**
 * Makes a client of any generated contract, with one method for each operation.
 *
 * The type of a response is the documented one. Only the option `validate` checks that the service keeps to it.
 *
 * @example
 * const client = createContractClient(operations, { baseUrl: "https://api.example" });
 */
export function createContractClient<Types extends CallableMap<Types>>(
  operations: { readonly [Id in keyof Types]: TypedOperation<Types[Id]> },
  options: ContractClientOptions<CredentialNames<Types>>,
): ContractClient<Types>;
export function createContractClient(
  operations: Readonly<Record<string, Operation>>,
  options: ContractClientOptions,
): Record<string, UntypedMethod> {
  requireBaseUrl(options.baseUrl);
  const client: Record<string, UntypedMethod> = {};
  for (const [id, operation] of Object.entries(operations)) {
    // Made at the first call, because few programs call all operations of a contract.
    let plan: OperationPlan | undefined;
    client[id] = async (parts = {}, call = {}) =>
      exchange((plan ??= planOf(operation, options)), parts, call);
  }
  return client;
}

type UntypedMethod = (request?: OutgoingRequest, options?: CallOptions) => Promise<ReadResponse>;

/** Makes one call of an operation. Errors of `credential` and of middleware are thrown unchanged. */
function exchange(
  plan: OperationPlan,
  parts: OutgoingRequest,
  options: CallOptions,
): Promise<ReadResponse> {
  const call: CallInProgress = { operation: plan.operation.id };
  return untilAborted(options.signal, call, async () => {
    const request = buildRequest(
      plan,
      parts,
      await readDefaultValues(plan.own),
      options.headers,
      call,
    );
    const received = await sendAndReceive(plan, request, options, call);
    return readClientResponse(plan, received, call, options.signal);
  });
}

/** A client of a contract. It has one method for each operationId. */
export type ContractClient<Types extends CallableMap<Types>> = {
  readonly [Id in keyof Types]: Method<Types[Id]>;
};

/** Calls one operation. It rejects with a `TransportError` if there is no documented response. */
export type Method<T extends Pick<OperationTypes, "id">> = T extends Called
  ? (...args: [...T["call"], options?: CallOptions]) => Promise<T["result"]>
  : never;

/** The parts of a request that the operation documents. */
export type CallRequest<T extends OperationTypes> = T extends Called
  ? NonNullable<T["call"][0]>
  : never;

/** A response, discriminated by its status, and by its content type if the status has several. */
export type Result<T extends OperationTypes> = T extends Called ? T["result"] : never;

/** The types that `contract generate` writes for the methods of a client. */
type Called = Required<Pick<OperationTypes, "result" | "call">>;
