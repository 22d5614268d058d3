import type { IncomingHttpHeaders } from "node:http";

/**
 * Whether a browser asks for a page of this machine by a name that only this machine has. Any other name in `Host` may be
 * one that its owner lets point here, to read what only this machine may (DNS rebinding).
 */
export function isLocalHost({ host }: IncomingHttpHeaders): boolean {
  const { hostname = "" } = URL.parse(`http://${host ?? ""}`) ?? {};
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname);
}
