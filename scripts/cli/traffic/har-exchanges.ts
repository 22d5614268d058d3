import type { Suite } from "@contract-toolkit/conformance";
import type { Operation } from "@contract-toolkit/contract";
import { readHar, type HarExchange } from "@contract-toolkit/proxy/har";
import { UsageError } from "@contract-toolkit/schemas/usage-error";

/** The exchanges of a HAR file with the server of a contract. */
export interface OwnExchanges {
  /** The address that the contract's paths are below. */
  readonly base: URL;
  /** Their targets are below the base. */
  readonly exchanges: readonly HarExchange["wire"][];
  /** The number of exchanges with other servers. */
  readonly elsewhere: number;
}

/**
 * Finds the exchanges with the server of a contract: with the one that is given, or else with the one whose addresses fit most
 * operations.
 *
 * @param paths that the contract may be served below, besides the root
 * @throws {UsageError} when none fits
 */
export function findOwnExchanges(
  { contract }: Pick<Suite, "contract">,
  [text, file]: readonly [text: string, file: string],
  paths: readonly string[],
  to: URL | undefined,
): OwnExchanges {
  const all = readHar(text, file);
  const operations = Object.values<Operation>(contract.operations);
  const countFitting = (base: URL) =>
    all.filter(({ url, wire }) => {
      const target = targetBelow(base, url);
      return (
        target !== undefined &&
        operations.some((operation) => fits(operation, wire.request.method, target))
      );
    }).length;
  const origins = new Set(all.map(({ url }) => url.origin));
  const candidates = [...origins].flatMap((origin) =>
    ["/", ...paths].map((path) => {
      const base = new URL(path, origin);
      return { base, count: countFitting(base) };
    }),
  );
  const [best] = candidates.toSorted((left, right) => right.count - left.count);
  const base = to ?? (best && best.count > 0 ? best.base : undefined);
  if (!base)
    throw new UsageError(
      `No address in ${file} fits an operation of ${contract.title}. Is the contract served below a path? Give it with --to.`,
    );
  const exchanges = all.flatMap(({ url, wire }) => {
    const target = targetBelow(base, url);
    return target === undefined ? [] : [{ ...wire, request: { ...wire.request, target } }];
  });
  return { base, exchanges, elsewhere: all.length - exchanges.length };
}

/** Path and query of an address below a base; undefined if it is elsewhere. */
function targetBelow(base: URL, url: URL): string | undefined {
  const path = base.pathname.replace(/\/$/, "");
  const isBelow = url.origin === base.origin && url.pathname.startsWith(`${path}/`);
  return isBelow ? url.pathname.slice(path.length) + url.search : undefined;
}

/** Whether a request looks like one of an operation. The judge finds out. */
function fits({ method, path }: Operation, sent: string, target: string): boolean {
  const [pathname = ""] = target.split("?");
  const [own, given] = [path.split("/"), pathname.split("/")];
  return (
    method === sent &&
    own.length === given.length &&
    own.every((segment, at) => segment.includes("{") || segment === given[at])
  );
}
