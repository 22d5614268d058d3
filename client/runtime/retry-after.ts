/**
 * The option `waitAfter` of `retryPolicy`: repeats also after 429, and waits as long as the service asks for with `Retry-After`. A
 * response that asks for more than the deadline is final.
 *
 * @example
 * const retries = retryPolicy({ waitAfter: retryAfter });
 */
export function retryAfter({ status, headers }: Response): number {
  if (![429, 500, 502, 503, 504].includes(status)) return Infinity;
  const text = headers.get("Retry-After") ?? "";
  // RFC 9110, section 10.2.3: seconds, or a date.
  const waitMs = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return waitMs > 0 ? waitMs : 0;
}
