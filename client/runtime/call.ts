import { readAnswer, type Answer } from "./answer.ts";
import { abortedError, untilAborted } from "./attempt.ts";
import { TransportError, type FailedCall } from "./errors.ts";
import type { OperationPlan } from "./operation-plan.ts";
import type { CallOptions } from "./options.ts";
import { receive } from "./receive.ts";
import { requestOf, valuesOfCall, type OutgoingRequest } from "./request.ts";

/**
 * Carries out one call of an operation.
 *
 * @throws TransportError when there is no documented answer; what `credential` or a middleware throws passes unchanged
 */
export async function exchange(
  plan: OperationPlan,
  parts: OutgoingRequest,
  options: CallOptions,
): Promise<Answer> {
  const { signal } = options;
  const call: Call = { operation: plan.operation.id };
  if (!signal) return carryOut(plan, parts, options, call);
  try {
    signal.throwIfAborted();
    return await untilAborted(carryOut(plan, parts, options, call), signal);
  } catch (error) {
    throw signal.aborted ? abortedError(signal, call) : error;
  }
}

/** A call of which more becomes known. */
type Call = { -readonly [Key in keyof FailedCall]: FailedCall[Key] };

async function carryOut(
  plan: OperationPlan,
  parts: OutgoingRequest,
  callOptions: CallOptions,
  call: Call,
): Promise<Answer> {
  const { operation, options } = plan;
  const values = await valuesOfCall(plan, parts, callOptions.headers);
  call.requestId = values.headers[options.requestIdHeader ?? ""];
  const request = writtenRequest(plan, parts, values, call);
  const received = await receive(plan, request, callOptions, call);
  return readAnswer(operation, received, call, options, callOptions.signal);
}

function writtenRequest(...[plan, parts, values, call]: [...Parameters<typeof requestOf>, Call]) {
  try {
    return requestOf(plan, parts, values);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new TransportError("invalid-request", `not sent: ${reason}`, call, cause);
  }
}
