import { isIP } from "node:net";
import { type Reach, reachOf } from "./addresses.ts";
import { createResolve, type Resolve } from "./resolve.ts";

/** Where a callback may be sent: the URL, and the one address to connect to. */
export interface CheckedReceiver {
  readonly url: URL;
  readonly address: string;
}

/** The URL must not be called. */
export class ReceiverForbidden extends Error {
  readonly code = "receiver-forbidden";
}

/** What is allowed. */
export interface ReceiverRules {
  /** Receivers on this machine, also without TLS: in sandbox mode. */
  readonly loopback: boolean;
  readonly resolve?: Resolve | undefined;
}

/**
 * Decides whether a URL may be called (choice "receiver-url"). The host is
 * resolved once, every address that comes back must be allowed, and the
 * connection is to be made to the address that is returned: a name that is
 * resolved again could lead elsewhere.
 *
 * @throws ReceiverForbidden saying why
 * @throws Error when the host cannot be resolved
 */
export async function checkReceiver(
  receiver: string,
  { loopback, resolve = resolveHost }: ReceiverRules,
): Promise<CheckedReceiver> {
  const url = URL.parse(receiver);
  if (url === null) throw new ReceiverForbidden("It is no URL.");
  if (url.protocol !== "https:" && url.protocol !== "http:")
    throw new ReceiverForbidden("Only https is called.");
  if (url.username !== "" || url.password !== "")
    throw new ReceiverForbidden("It carries credentials.");
  const addresses = await addressesOf(url.hostname, resolve);
  const [address] = addresses;
  if (address === undefined) throw new ReceiverForbidden("The host has no address.");
  const reaches = new Set(addresses.map(reachOf));
  for (const reach of reaches) requireReach(reach, url, loopback);
  return { url, address };
}

function requireReach(reach: Reach, { protocol }: URL, loopback: boolean): void {
  if (reach === "loopback" && loopback) return;
  if (reach !== "public") throw new ReceiverForbidden("The host's address is not a public one.");
  if (protocol !== "https:") throw new ReceiverForbidden("Only https is called.");
}

/** The URL parser has made one spelling of every IPv4 address: decimal, octal and hexadecimal ones among them. */
async function addressesOf(hostname: string, resolve: Resolve): Promise<readonly string[]> {
  const host = hostname.replace(/^\[|\]$/g, "");
  return isIP(host) === 0 ? resolve(host) : [host];
}

const resolveHost = createResolve();
