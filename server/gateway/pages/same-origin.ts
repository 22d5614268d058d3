import type { IncomingHttpHeaders } from "node:http";

/**
 * Whether a browser sends a form from a page of this server: by Fetch
 * Metadata where the browser has it, otherwise by the origin. A request that
 * says neither is none of a page's.
 */
export function fromSameOrigin(headers: IncomingHttpHeaders, publicUrl: string): boolean {
  const site = headers["sec-fetch-site"];
  if (site !== undefined) return site === "same-origin";
  const { origin, host } = headers;
  if (origin === undefined) return false;
  // A proxy in between may have changed the host.
  return URL.parse(origin)?.host === host || origin === new URL(publicUrl).origin;
}
