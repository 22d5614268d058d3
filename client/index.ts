import { operations, type Operations } from "../generated/gateway/operations.js";
import type { components } from "../generated/gateway/types.ts";
import {
  createContractClient,
  type ContractClient,
  type ContractClientOptions,
  type HeaderSource,
} from "@contract-toolkit/client";

export {
  createContractClient,
  TransportError,
  type CallOptions,
  type CallRequest,
  type ContractClient,
  type ContractClientOptions,
  type FailedCall,
  type HeaderSource,
  type Method,
  type Middleware,
  type ReceivedAnswer,
  type ResponseValidation,
  type Result,
  type TransportErrorCode,
} from "@contract-toolkit/client";
export type { Operations };

/** The models of the contract, by name: `Schemas["TransactionListItem"]`. */
export type Schemas = components["schemas"];

/** A client of the gateway: one method for each of its operations. */
export type Client = ContractClient<Operations>;

/** How to reach the gateway, and as whom. */
export interface ClientOptions extends Omit<
  ContractClientOptions,
  "credential" | "headers" | "requestIdHeader"
> {
  /** The partner's JWT, with or without `Bearer `, or what makes or renews it; asked once for each call. */
  readonly token: HeaderSource;
  /** Language of the pages that customers see; the gateway's default is Vietnamese. */
  readonly language?: Schemas["Language"] | undefined;
  /** Sub account to act for; mandatory for transactions of an owner-type one. */
  readonly accountRefId?: string | undefined;
}

/**
 * Makes a client of the payment gateway. Every operation that takes a request id gets a fresh one for each call.
 *
 * @example
 * const client = createClient({ baseUrl: "http://127.0.0.1:3000", token });
 * const result = await client.listTransactions({ query: { status: "success" } });
 * if (result.status === 200) console.log(result.body.pagination.total);
 */
export function createClient({ token, language, accountRefId, ...options }: ClientOptions): Client {
  return createContractClient<Operations>(operations, {
    ...options,
    credential: token,
    requestIdHeader: "X-Request-ID",
    headers: {
      "X-Request-ID": () => crypto.randomUUID(),
      // Each operation documents one of the two names.
      "X-Language": language,
      Language: language,
      "X-Account-Ref-ID": accountRefId,
    },
  });
}
