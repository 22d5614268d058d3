import { lookup, Resolver } from "node:dns/promises";

/** Finds every address of a host. */
export type Resolve = (host: string) => Promise<readonly string[]>;

/** How long a name server may take, and how often it is asked: well within the time that an attempt has. */
const ASKING = { timeout: 3000, tries: 2 };

/**
 * Makes what asks the DNS. A name that nobody answers for keeps no other one waiting: the operating system's own
 * resolver would, as its calls block, and a process has four threads for such calls.
 *
 * @param servers name servers, `host:port`; default: those of the machine
 */
export function createResolve(servers?: readonly string[]): Resolve {
  return async (host) => {
    // RFC 6761, 6.3: never asked of the DNS.
    if (host === "localhost") return addressesOfMachine(host);
    const resolver = new Resolver(ASKING);
    if (servers) resolver.setServers(servers);
    const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    const found = answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
    if (found.length === 0)
      throw new Error(`${host} has no address.`, {
        cause: answers.find(({ status }) => status === "rejected"),
      });
    return found;
  };
}

async function addressesOfMachine(host: string): Promise<readonly string[]> {
  const found = await lookup(host, { all: true });
  return found.map(({ address }) => address);
}
