import type { Middleware } from "./options.ts";

/**
 * Middleware that renews the credential after a 401 and sends the request once more. All further calls have the renewed value. Calls
 * that meet a 401 at the same time share one renewal. Each request body stays in memory until its response arrives.
 *
 * @param renew returns the new value of the header
 * @param header name of the header with the credential
 * @example
 * const renewal = renewCredential(async () => `Bearer ${await login()}`);
 * createContractClient<Operations>(operations, { baseUrl, middleware: [renewal] });
 */
export function renewCredential(
  renew: () => Promise<string>,
  header = "Authorization",
): Middleware {
  let current: Promise<string> | undefined;
  return async (request, next) => {
    const used = current;
    if (used) request.headers.set(header, await used);
    const again = request.clone();
    const response = await next(request);
    if (response.status !== 401) return response;
    // Another call may have renewed it in the meantime.
    const renewed = current && current !== used ? current : renew();
    current = renewed;
    try {
      again.headers.set(header, await renewed);
    } catch (error) {
      if (current === renewed) current = undefined;
      throw error;
    }
    return next(again);
  };
}
