export { createContractClient } from "./contract-client.ts";
export { TransportError, type FailedCall, type TransportErrorCode } from "./errors.ts";
export type {
  CallOptions,
  ContractClientOptions,
  HeaderSource,
  Middleware,
  ReceivedAnswer,
  ResponseValidation,
} from "./options.ts";
export type { CallRequest, ContractClient, Method, Result } from "./types.ts";
