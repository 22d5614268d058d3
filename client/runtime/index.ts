export { createContractClient } from "./contract-client.ts";
export { forms } from "./serialization/forms.ts";
export { streams } from "./serialization/streams.ts";
export { styles } from "./serialization/styles.ts";
export { xmlBodies, type XmlBodies } from "./serialization/xml.ts";
export { TransportError, type FailedCall, type TransportErrorCode } from "./errors.ts";
export type {
  CallOptions,
  ContractClientOptions,
  HeaderSource,
  Middleware,
  ReceivedResponse,
  ResponseValidation,
  RetryPolicy,
} from "./options.ts";
export { retryPolicy, type RetryOptions } from "./retries.ts";
export type { CallRequest, ContractClient, Method, Result } from "./contract-client.ts";
