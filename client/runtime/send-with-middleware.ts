import { receivedOf, type Received } from "./response.ts";
import { attemptRequest } from "./attempt.ts";
import type { FailedCall } from "./errors.ts";
import type { OperationPlan } from "./operation-plan.ts";
import type { CallOptions } from "./options.ts";

/** Long enough for an operation that calls another service. */
const defaultTimeoutMs = 30_000;

/** Sends a request through the client's middleware and reads the response unless it is a stream. */
export async function sendAndReceive(
  plan: OperationPlan,
  request: Request,
  call: CallOptions,
  failed: FailedCall,
): Promise<Received> {
  const { middleware } = plan.options;
  if (!middleware) return sendAttempts(plan, request, call, failed);
  const send = middleware.reduceRight<(request: Request) => Promise<Response>>(
    (next, middleware) => async (request) => middleware(request, next, plan.operation),
    async (request) => whole(await sendAttempts(plan, request, call, failed)),
  );
  return receivedOf(plan, await send(request), failed);
}

/** Makes the body of a response readable again. A response without a body may have a status that `Response` refuses (0, 204). */
export function whole({ response, text }: Received): Response {
  return text !== undefined && response.body ? new Response(text, response) : response;
}

/** Sends a request, and repeats it as the operation and the options allow. */
export function sendAttempts(
  plan: OperationPlan,
  request: Request,
  call: CallOptions,
  failed: FailedCall,
): Promise<Received> {
  const { operation, options } = plan;
  const { signal, timeoutMs = options.timeoutMs ?? defaultTimeoutMs } = call;
  const once = (request: Request, limitMs = timeoutMs) =>
    attemptRequest(
      request,
      { fetch: options.fetch, timeoutMs: limitMs, signal },
      failed,
      (response) => receivedOf(plan, response, failed),
    );
  if (!operation.retryable || !options.retries) return once(request);
  // A clone keeps the body in memory, so the last attempt uses the request itself.
  return options.retries((isLast, limitMs) => once(isLast ? request : request.clone(), limitMs), {
    ...call,
    timeoutMs,
  });
}
