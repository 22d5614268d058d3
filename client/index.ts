import { operations, type Operations } from "../generated/gateway/operations.js";
import { createContractClient, type ContractClient } from "@contract-toolkit/client";
import { contractOptions, type ClientOptions } from "./options.ts";

export * from "@contract-toolkit/client";
export type { ClientOptions, Schemas } from "./options.ts";
export type { Operations };

/** A client of the gateway. It has one method for each operation. */
export type Client = ContractClient<Operations>;

/**
 * Makes a client of the payment gateway. Operations that take a request id get a new one for each call.
 *
 * @example
 * const client = createClient({ baseUrl: "http://127.0.0.1:3000", token });
 * const result = await client.listTransactions({ query: { status: "success" } });
 * if (result.status === 200) console.log(result.body.pagination.total);
 */
export function createClient(options: ClientOptions): Client {
  return createContractClient<Operations>(operations, contractOptions(options));
}
