import { readAnswer, type Answer } from "./answer.ts";
import { untilAborted } from "./attempt.ts";
import type { OperationPlan } from "./operation-plan.ts";
import type { CallOptions } from "./options.ts";
import { valuesOf } from "./default-values.ts";
import { receive } from "./send-with-middleware.ts";
import { requestOf, type CallInProgress, type OutgoingRequest } from "./request.ts";

/**
 * Carries out one call of an operation.
 *
 * @throws TransportError when there is no documented answer; what `credential` or a middleware throws passes unchanged
 */
export function exchange(
  plan: OperationPlan,
  parts: OutgoingRequest,
  options: CallOptions,
): Promise<Answer> {
  const call: CallInProgress = { operation: plan.operation.id };
  return untilAborted(options.signal, call, async () => {
    const request = requestOf(plan, parts, await valuesOf(plan.own), options.headers, call);
    const received = await receive(plan, request, options, call);
    return readAnswer(plan, received, call, options.signal);
  });
}
