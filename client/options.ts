import type { components } from "../generated/gateway/types.ts";
import {
  retryPolicy,
  type ContractClientOptions,
  type HeaderSource,
  type RetryOptions,
} from "@contract-toolkit/client";

/** The models of the contract, by name: `Schemas["TransactionListItem"]`. */
export type Schemas = components["schemas"];

/** Options of a client of the gateway. */
export interface ClientOptions
  extends
    Omit<
      ContractClientOptions,
      | "credential"
      | "forms"
      | "headers"
      | "requestIdHeader"
      | "retries"
      | "streams"
      | "styles"
      | "xml"
    >,
    RetryOptions {
  /** The partner's JWT, with or without `Bearer `, or a function that makes or renews it. It is called once per call. */
  readonly token: HeaderSource;
  /** Language of the customer's pages. The gateway's default is Vietnamese. */
  readonly language?: Schemas["Language"] | undefined;
  /** Sub account to act for. Owner-type partners must name one for payments. */
  readonly accountRefId?: string | undefined;
}

/** Converts the options to those of a client of any contract. */
export function contractOptions({
  token,
  language,
  accountRefId,
  ...options
}: ClientOptions): ContractClientOptions {
  return {
    ...options,
    credential: token,
    retries: retryPolicy(options),
    requestIdHeader: "X-Request-ID",
    headers: {
      "X-Request-ID": makeRequestId,
      // Each operation documents one of these two names.
      "X-Language": language,
      Language: language,
      "X-Account-Ref-ID": accountRefId,
    },
  };
}

/** Makes a version 4 UUID (RFC 9562, section 5.4). Browsers have `crypto.randomUUID` only in secure contexts. */
const makeRequestId = () => ("randomUUID" in crypto ? crypto.randomUUID() : randomUuid());

function randomUuid(): string {
  const bytes = [...crypto.getRandomValues(new Uint8Array(16))];
  const hex = bytes.map((byte) => (byte + 256).toString(16).slice(1)).join("");
  return hex.replace(/(.{8})(.{4}).(.{3}).(.{3})/, "$1-$2-4$3-8$4-");
}
