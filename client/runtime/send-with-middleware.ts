import { receivedOf, type Received } from "./answer.ts";
import { attempt } from "./attempt.ts";
import type { FailedCall } from "./errors.ts";
import type { OperationPlan } from "./operation-plan.ts";
import type { CallOptions } from "./options.ts";

/** An operation may ask somebody else in turn, which takes its time; a caller that cannot wait says so. */
const defaultTimeoutMs = 30_000;

/** Sends a request through the middleware of the client, and reads the answer unless it is a stream. */
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

/** Sends a request as often as its operation and the options allow, until there is an answer. */
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
  // A copy keeps all that is sent in memory.
  return options.retries((isLast) => once(isLast ? request : request.clone()), { retries, signal });
}
