import { isIP } from "node:net";
import { type Reach, reachOf } from "./addresses.ts";
import { createResolve, type Resolve } from "./resolve.ts";

/** A URL that may be called, and the address to connect to. */
export interface CheckedReceiver {
  readonly url: URL;
  readonly address: string;
}

/** The URL must not be called. */
export class ReceiverForbiddenError extends Error {
  readonly code = "receiver-forbidden";
}

/** Rules for receivers. */
export interface ReceiverRules {
  /** Whether receivers on this machine are allowed, also without TLS, in sandbox mode. */
  readonly loopback: boolean;
  readonly resolve?: Resolve | undefined;
}

/**
 * Checks that a URL may be called (choice "receiver-url"). The host is resolved once, and all its addresses must be
 * allowed. Connect only to the returned address, because the name could resolve to another one later.
 *
 * @throws ReceiverForbiddenError with the reason
 * @throws Error if the host cannot be resolved
 */
export async function checkReceiver(
  receiver: string,
  { loopback, resolve = resolveHost }: ReceiverRules,
): Promise<CheckedReceiver> {
  const url = URL.parse(receiver);
  if (url === null) throw new ReceiverForbiddenError("It is not a URL.");
  if (url.protocol !== "https:" && url.protocol !== "http:")
    throw new ReceiverForbiddenError("Only https is called.");
  if (url.username !== "" || url.password !== "")
    throw new ReceiverForbiddenError("It contains credentials.");
  const addresses = await addressesOf(url.hostname, resolve);
  const [address] = addresses;
  if (address === undefined) throw new ReceiverForbiddenError("The host has no address.");
  const reaches = new Set(addresses.map(reachOf));
  for (const reach of reaches) requireReach(reach, url, loopback);
  return { url, address };
}

function requireReach(reach: Reach, { protocol }: URL, loopback: boolean): void {
  if (reach === "loopback" && loopback) return;
  if (reach !== "public") throw new ReceiverForbiddenError("The host's address is not public.");
  if (protocol !== "https:") throw new ReceiverForbiddenError("Only https is called.");
}

/** The URL parser has already normalised decimal, octal and hexadecimal spellings of IPv4 addresses. */
async function addressesOf(hostname: string, resolve: Resolve): Promise<readonly string[]> {
  const host = hostname.replace(/^\[|\]$/g, "");
  return isIP(host) === 0 ? resolve(host) : [host];
}

const resolveHost = createResolve();
