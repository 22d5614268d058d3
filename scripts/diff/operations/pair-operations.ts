import type { ContractForm, OperationForm } from "../contract-form.ts";

/** An operation of both contracts, or of one of them. */
export interface OperationPair {
  /** Method and path of the old contract, else of the new one. */
  readonly key: string;
  readonly old: OperationForm | undefined;
  readonly new: OperationForm | undefined;
}

/**
 * Pairs the operations of two contracts: those that have a URL in common, then those whose URLs have the same path, then those
 * with the same path in the documents. So a prefix may move between the servers and the paths.
 */
export function pairOperations(
  old: ContractForm["operations"],
  now: ContractForm["operations"],
): OperationPair[] {
  const pairs = new Map<string, string>();
  for (const addressesOf of [urlsOf, routesOnServers, (_: OperationForm, key: string) => [key]]) {
    const paired = new Set(pairs.values());
    const left = [...now].filter(([key]) => !paired.has(key));
    const byAddress = Map.groupBy(
      left.flatMap(([key, operation]) =>
        addressesOf(operation, key).map((address) => ({ key, address })),
      ),
      ({ address }) => address,
    );
    for (const [key, operation] of old) {
      if (pairs.has(key)) continue;
      const keys = addressesOf(operation, key)
        .flatMap((address) => byAddress.get(address) ?? [])
        .map((candidate) => candidate.key)
        .filter((each) => !paired.has(each));
      const found = keys.find((each) => each === key) ?? keys[0];
      if (found === undefined) continue;
      pairs.set(key, found);
      paired.add(found);
    }
  }
  const paired = new Set([...pairs.values(), ...pairCallbacks(old, now, pairs)]);
  return [
    ...[...old].map(([key, before]) => {
      const after = pairs.get(key);
      return { key, old: before, new: after === undefined ? undefined : now.get(after) };
    }),
    ...[...now]
      .filter(([key]) => !paired.has(key))
      .map(([key, after]) => ({ key, old: undefined, new: after })),
  ];
}

/** Pairs callbacks of operations that moved, and returns the keys of the new ones. */
function pairCallbacks(
  old: ContractForm["operations"],
  now: ContractForm["operations"],
  pairs: Map<string, string>,
): string[] {
  return [...old.keys()].flatMap((key) => {
    const [, callback, parent = ""] = /^(.* callback .*? of )(.*)$/.exec(key) ?? [];
    const moved = `${callback ?? ""}${pairs.get(parent) ?? parent}`;
    if (callback === undefined || pairs.has(key) || !now.has(moved)) return [];
    pairs.set(key, moved);
    return [moved];
  });
}

function urlsOf({ servers }: OperationForm, key: string): string[] {
  return [...servers.keys()].map((url) => `${methodOf(key)} ${url}`);
}

function routesOnServers({ servers }: OperationForm, key: string): string[] {
  if (servers.size === 0) return [key];
  return [...servers.keys()].map((url) => `${methodOf(key)} ${url.replace(origin, "")}`);
}

const origin = /^(?:[a-z][a-z0-9+.-]*:)?\/\/[^/]*/i;

function methodOf(key: string): string {
  return key.split(" ", 1)[0] ?? "";
}
