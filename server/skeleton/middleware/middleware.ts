import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { isPromised } from "../maybe-async.ts";
import { SkeletonError } from "../errors.ts";

/**
 * Middleware of Express or Connect. It is typed as a method, because Express adds its own members to Node's request and
 * response at run time, so parameters must be bivariant.
 */
export type Middleware = {
  run(request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void): unknown;
}["run"];

/**
 * Runs middleware one after another. What it writes to the response is not sent, because it is not validated. Headers that it
 * sets are sent with the response. Throws what a middleware throws, rejects with or passes to `next`.
 *
 * @returns allows writing to the response again
 */
export async function runMiddleware(
  middleware: readonly Middleware[],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<() => void> {
  if (response.destroyed) throw createClientGoneError();
  const headers = response.getHeaders();
  const answered = Promise.withResolvers<never>();
  // It may reject when nothing waits for it any more.
  answered.promise.catch(() => undefined);
  const release = holdBack(response, () => {
    answered.reject(
      new SkeletonError(
        "middleware-answered",
        "A middleware of this operation tried to answer. It may call next(error) instead.",
      ),
    );
  });
  const onClose = () => {
    answered.reject(createClientGoneError());
  };
  response.once("close", onClose);
  try {
    for (const item of middleware)
      await Promise.race([runOne(item, request, response), answered.promise]);
  } catch (error) {
    if (error instanceof SkeletonError && error.code === "middleware-answered")
      restoreHeaders(response, headers);
    release();
    throw error;
  } finally {
    response.removeListener("close", onClose);
  }
  return release;
}

function createClientGoneError(): SkeletonError {
  return new SkeletonError("client-gone", "The client went away before it was answered.");
}

function runOne(
  middleware: Middleware,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const result = middleware(request, response, (error) => {
      if (error === undefined || error === null) resolve();
      else
        reject(
          error instanceof Error
            ? error
            : new Error(`next was called with ${typeof error === "string" ? error : typeof error}`),
        );
    });
    if (isPromised(result)) Promise.resolve(result).catch(reject);
  });
}

/**
 * Ignores everything that is written to a response until it is released. It does not throw, because the middleware might not
 * catch the error. The functions stay replaced, because middleware may have wrapped them.
 */
function holdBack(response: ServerResponse, onWritten: () => void): () => void {
  let isHeldBack = true;
  const unless = (write: (...given: never[]) => unknown) =>
    function (this: ServerResponse, ...given: unknown[]): unknown {
      if (!isHeldBack) return Reflect.apply(write, this, given);
      onWritten();
      return this;
    };
  // All methods of Node.js and Express that send a response call one of these.
  Object.assign(response, {
    writeHead: unless(response.writeHead.bind(response)),
    flushHeaders: unless(response.flushHeaders.bind(response)),
    write: unless(response.write.bind(response)),
    end: unless(response.end.bind(response)),
  });
  return () => {
    isHeldBack = false;
  };
}

function restoreHeaders(response: ServerResponse, headers: OutgoingHttpHeaders): void {
  for (const name of response.getHeaderNames()) response.removeHeader(name);
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined) response.setHeader(name, value);
}
