import type { Operation } from "../../generated/contract.ts";
import { abortedError, sendRepeatedly, untilAborted } from "./attempts.ts";
import { decode } from "./decode.ts";
import { TransportError, type FailedCall } from "./errors.ts";
import type {
  CallOptions,
  ContractClientOptions,
  ReceivedAnswer,
} from "./options.ts";
import type { Transport } from "./transport.ts";

/** The parts of a request as a caller gives them. */
export interface RequestParts {
  readonly path?: Values | undefined;
  readonly query?: Values | undefined;
  readonly headers?: Values | undefined;
  readonly body?: unknown;
}

/** What a caller gets. */
export type Answer = Pick<
  ReceivedAnswer,
  "status" | "headers" | "body" | "requestId"
>;

type Values = Readonly<Record<string, unknown>>;

/**
 * Carries out one call of an operation.
 *
 * @throws TransportError when there is no documented answer; what `credential` or a middleware throws passes unchanged
 */
export async function exchange(
  operation: Operation,
  request: RequestParts,
  callOptions: CallOptions,
  options: ContractClientOptions,
  transport: Transport,
): Promise<Answer> {
  const { signal } = callOptions;
  let call: FailedCall = { operation: operation.id };
  const carryOut = async (): Promise<Answer> => {
    const headers = await headersOf(operation, request.headers, options);
    const requestId = headers[options.requestIdHeader ?? ""];
    call = { ...call, requestId: requestId?.toString() };
    const send = sender(operation, callOptions, options, call);
    const parts = { path: {}, query: {}, ...request, headers };
    const response = await dispatch(operation, parts, transport, send, call);
    const answer = await decode(operation, response, call);
    options.validate?.(answer);
    const { status, body } = answer;
    return { status, headers: answer.headers, body, requestId: call.requestId };
  };
  try {
    signal?.throwIfAborted();
    return await untilAborted(carryOut(), signal);
  } catch (error) {
    throw signal?.aborted ? abortedError(signal, call) : error;
  }
}
