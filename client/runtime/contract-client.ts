import type { Operation, OperationMap } from "../../generated/contract.ts";
import {
  abortedError,
  sendRepeatedly,
  untilAborted,
  type Fetch,
} from "./attempts.ts";
import { decode } from "./decode.ts";
import { TransportError, type FailedCall } from "./errors.ts";
import { createTransport, type Transport } from "./transport.ts";
import type {
  CallOptions,
  ContractClient,
  Middleware,
  ReceivedAnswer,
  ResponseValidation,
} from "./types.ts";

/** How a client reaches a service, and what it does beside it. */
export interface ContractClientOptions {
  /** URL that the contract's paths are appended to. */
  readonly baseUrl: string;
  /** Value of the header that carries the caller's credentials, or what makes it; asked once for each call. */
  readonly credential?: HeaderSource | undefined;
  /** Values by header name, sent with the operations that document the header, unless the call gives its own. */
  readonly headers?: Readonly<Record<string, HeaderSource | undefined>>;
  /** Name of the header whose value identifies a request. */
  readonly requestIdHeader?: string;
  /** Milliseconds that one attempt may take; 30,000 unless told. */
  readonly timeoutMs?: number | undefined;
  /** How often an operation that is safe to repeat is repeated at most; 2 unless told. */
  readonly retries?: number | undefined;
  /** First one outermost. */
  readonly middleware?: readonly Middleware[] | undefined;
  readonly validate?: ResponseValidation | undefined;
  readonly fetch?: Fetch | undefined;
  /** Waits, in milliseconds, between attempts. */
  readonly sleep?: ((milliseconds: number) => Promise<void>) | undefined;
  /** A number from 0 up to 1, for the jitter of these waits. */
  readonly random?: (() => number) | undefined;
}

/** A header's value, or what makes it anew for each call. */
export type HeaderSource = string | (() => string | Promise<string>);

/**
 * Makes a client of any generated contract: one method for each operation.
 *
 * An answer's body has the documented type if the service keeps its contract; `validate` makes sure of that.
 *
 * @example
 * const client = createContractClient<Operations>(operations, { baseUrl: "https://pay.example" });
 */
export function createContractClient<Types extends OperationMap<Types>>(
  operations: { readonly [Id in keyof Types]: Operation },
  options: ContractClientOptions,
): ContractClient<Types>;
export function createContractClient(
  operations: Readonly<Record<string, Operation>>,
  options: ContractClientOptions,
): Record<string, UntypedMethod> {
  const transport = createTransport(options.baseUrl);
  return Object.fromEntries(
    Object.entries(operations).map(([id, operation]): [string, UntypedMethod] => [
      id,
      (parts = {}, call = {}) =>
        exchange(operation, parts, call, options, transport),
    ]),
  );
}

type UntypedMethod = (
  request?: Parts,
  options?: CallOptions,
) => Promise<UntypedResult>;

type UntypedResult = Pick<
  ReceivedAnswer,
  "status" | "headers" | "body" | "requestId"
>;

interface Parts {
  readonly path?: Values | undefined;
  readonly query?: Values | undefined;
  readonly headers?: Values | undefined;
  readonly body?: unknown;
}

type Values = Readonly<Record<string, unknown>>;

const defaultRetries = 2;

/** A payment asks a bank, which may take its time; a caller that cannot wait says so. */
const defaultTimeoutMs = 30_000;

async function exchange(
  operation: Operation,
  parts: Parts,
  { signal, ...call }: CallOptions,
  options: ContractClientOptions,
  transport: Transport,
): Promise<UntypedResult> {
  let failed: FailedCall = { operation: operation.id };
  try {
    return await untilAborted(run(), signal);
  } catch (error) {
    throw signal?.aborted ? abortedError(signal, failed) : error;
  }

  async function run(): Promise<UntypedResult> {
    const headers = await headersOf(operation, parts.headers ?? {}, options);
    const requestId = headers[options.requestIdHeader ?? ""];
    failed = { operation: operation.id, requestId };
    const response = await transport(operation)
  }
}
