import { TransportError } from "./errors.ts";
import type { Middleware } from "./options.ts";

/**
 * Middleware that writes a line for each call: operation, method, documented path, and status or error code, with the time. It writes no
 * header, no body and no value of a path or query, which may be secret.
 *
 * @example
 * createContractClient<Operations>(operations, { baseUrl, middleware: [logCalls()] });
 */
export function logCalls(write: (line: string) => void = console.debug): Middleware {
  return async (request, next, { id, method, path }) => {
    const start = performance.now();
    const log = (outcome: string | number) => {
      write(`${id} ${method} ${path} ${outcome} ${Math.round(performance.now() - start)} ms`);
    };
    try {
      const response = await next(request);
      log(response.status);
      return response;
    } catch (error) {
      log(error instanceof TransportError ? error.code : "failed");
      throw error;
    }
  };
}
