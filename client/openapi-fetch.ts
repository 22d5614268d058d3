import type { Client } from "openapi-fetch";
import {
  createClient as createFetchClient,
  type WithHeaders,
} from "@contract-toolkit/client/openapi-fetch";
import { operations } from "../generated/gateway/operations.js";
import type { paths } from "../generated/gateway/types.ts";
import { contractOptions, type ClientOptions } from "./options.ts";

export type { paths };

/**
 * Makes an openapi-fetch client of the payment gateway. Credentials, language, sub account, request ids, retries and validation work
 * as in the other client. Add middleware with `use`.
 *
 * @example
 * const client = createClient({ baseUrl: "http://127.0.0.1:3000", token });
 * const { data } = await client.GET("/api/v2/transactions", { params: { query: { limit: 5 } } });
 * console.log(data?.pagination.total);
 */
export function createClient(
  options: Omit<ClientOptions, "middleware">,
): Client<WithHeaders<paths>> {
  return createFetchClient<paths>(operations, contractOptions(options));
}
