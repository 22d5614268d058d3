import { lookup, Resolver } from "node:dns/promises";

/** Finds every address of a host. */
export type Resolve = (host: string) => Promise<readonly string[]>;

/** How long a name server may take, and how often it is asked: well within the time that an attempt has. */
const ASKING = { timeout: 3000, tries: 2 };

/** How long an answer is good for, whatever it is: shorter than anybody waits for a change of address. */
const KEPT_MS = 1000;

/**
 * Makes what asks the DNS. A name that nobody answers for keeps no other one waiting: the operating system's own
 * resolver would, as its calls block, and a process has four threads for such calls. Many deliveries to one host ask once: name
 * servers drop what comes in a burst.
 *
 * @param servers name servers, `host:port`; default: those of the machine
 */
export function createResolve(servers?: readonly string[]): Resolve {
  const known = new Map<string, Promise<readonly string[]>>();
  return (host) => {
    // RFC 6761, 6.3: never asked of the DNS.
    if (host === "localhost") return addressesOfMachine(host);
    const asked =
      known.get(host) ??
      ask(host, servers).finally(() => {
        setTimeout(() => known.delete(host), KEPT_MS).unref();
      });
    known.set(host, asked);
    return asked;
  };
}

async function ask(
  host: string,
  servers: readonly string[] | undefined,
): Promise<readonly string[]> {
  const resolver = new Resolver(ASKING);
  if (servers) resolver.setServers(servers);
  const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  const found = answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
  if (found.length === 0)
    throw new Error(`${host} has no address.`, {
      cause: answers.find(({ status }) => status === "rejected"),
    });
  return found;
}

async function addressesOfMachine(host: string): Promise<readonly string[]> {
  const found = await lookup(host, { all: true });
  return found.map(({ address }) => address);
}
