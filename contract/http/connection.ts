/** Headers of one connection, which a proxy does not pass on (RFC 9110, section 7.6.1). */
export const hopByHopHeaders: readonly string[] =
  "connection proxy-connection keep-alive te trailer transfer-encoding upgrade".split(" ");

/** RFC 9112, section 6.3: a request has a body when it has a Transfer-Encoding or a Content-Length. */
export function hasBody(headers: Readonly<Record<string, unknown>>): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}
