import { lookup, Resolver } from "node:dns/promises";

/** Finds all addresses of a host. */
export type Resolve = (host: string) => Promise<readonly string[]>;

/** The timeout in milliseconds and the number of tries of a query. Together they are much shorter than an attempt. */
const ASKING = { timeout: 3000, tries: 2 };

/** How long a response or error is cached. A change of address takes effect after this time. */
const KEPT_MS = 1000;

/**
 * Makes a DNS resolver. It does not use the resolver of the operating system, whose calls block one of the four threads
 * of a process: a name whose servers do not answer would delay other names. Concurrent calls for one host share a query,
 * because name servers drop bursts of queries.
 *
 * @param servers name servers, `host:port`; default: those of the machine
 */
export function createResolve(servers?: readonly string[]): Resolve {
  const known = new Map<string, Promise<readonly string[]>>();
  return (host) => {
    // RFC 6761, 6.3: `localhost` must not be looked up in the DNS.
    if (host === "localhost") return addressesOfMachine(host);
    const asked =
      known.get(host) ??
      resolveHost(host, servers).finally(() => {
        setTimeout(() => known.delete(host), KEPT_MS).unref();
      });
    known.set(host, asked);
    return asked;
  };
}

async function resolveHost(
  host: string,
  servers: readonly string[] | undefined,
): Promise<readonly string[]> {
  const resolver = new Resolver(ASKING);
  if (servers) resolver.setServers(servers);
  const responses = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  const found = responses.flatMap((response) =>
    response.status === "fulfilled" ? response.value : [],
  );
  if (found.length === 0)
    throw new Error(`${host} has no address.`, {
      cause: responses.find(({ status }) => status === "rejected"),
    });
  return found;
}

async function addressesOfMachine(host: string): Promise<readonly string[]> {
  const found = await lookup(host, { all: true });
  return found.map(({ address }) => address);
}
