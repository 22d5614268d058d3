import { receivedOf, type Received } from "./answer.ts";
import { attempt } from "./attempt.ts";
import type { FailedCall } from "./errors.ts";
import type { OperationPlan } from "./operation-plan.ts";
import type { CallOptions } from "./options.ts";

/** Long enough for an operation that calls another service. */
const defaultTimeoutMs = 30_000;

/** Sends a request through the client's middleware and reads the answer unless it is a stream. */
export async function receive(
  plan: OperationPlan,
  request: Request,
  call: CallOptions,
  failed: FailedCall,
): Promise<Received> {
  const {
    operation,
    options: { middleware },
  } = plan;
  if (!middleware) return sendAttempts(plan, request, call, failed);
  const send = middleware.reduceRight<(request: Request) => Promise<Response>>(
    (next, each) => async (request) => each(request, next, operation),
    async (request) => whole(await sendAttempts(plan, request, call, failed)),
  );
  return receivedOf(operation, await send(request));
}

/** Makes the body of an answer readable again. An answer without a body may have a status that `Response` refuses (0, 204). */
export function whole({ response, text }: Received): Response {
  return text !== undefined && response.body ? new Response(text, response) : response;
}

/** Sends a request, and repeats it as the operation and the options allow. */
export function sendAttempts(
  { operation, options }: OperationPlan,
  request: Request,
  { signal, timeoutMs = options.timeoutMs ?? defaultTimeoutMs, retries }: CallOptions,
  failed: FailedCall,
): Promise<Received> {
  const limits = { fetch: options.fetch, timeoutMs, signal };
  const once = (each: Request) =>
    attempt(each, limits, failed, (response) => receivedOf(operation, response));
  if (!operation.retryable || !options.retries) return once(request);
  // A clone keeps the body in memory, so the last attempt uses the request itself.
  return options.retries((isLast) => once(isLast ? request : request.clone()), { retries, signal });
}
