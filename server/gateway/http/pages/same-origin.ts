import type { IncomingHttpHeaders } from "node:http";

/** Whether a form comes from a page of this server, by Fetch Metadata or else by `Origin`. A request with neither is refused. */
export function fromSameOrigin(headers: IncomingHttpHeaders, publicUrl: string): boolean {
  const site = headers["sec-fetch-site"];
  if (site !== undefined) return site === "same-origin";
  const { origin, host } = headers;
  if (origin === undefined) return false;
  // A proxy may have changed the host.
  return URL.parse(origin)?.host === host || origin === new URL(publicUrl).origin;
}
