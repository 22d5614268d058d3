import type { Operation } from "@contract-toolkit/kernel";
import type { Suite } from "../../suite.ts";
import { playOnClient, type ClientUnderTest } from "../../targets/client/client.ts";
import { startProxy, type Header, type WireRequest } from "./answers/proxy.ts";
import type { Mutant, MutantGroup } from "./mutant.ts";
import { firstBlamed, resultOf } from "./mutant-result.ts";

/** Contracts, each with a client that keeps it. */
export type TestedClients = readonly { readonly suite: Suite; readonly client: ClientUnderTest }[];

/**
 * What a client may send for an operation instead, without breaking the contract: what `fetch` decides, and headers. What
 * the client's own code may do otherwise are the variations of `clients`, and what it may do wrong are its faults.
 */
export async function openRequestVariations(clients: TestedClients): Promise<MutantGroup> {
  // Each play tells where its own server is.
  const proxy = await startProxy(new URL("http://127.0.0.1"));
  const mutants = clients.flatMap(({ suite, client }) =>
    Object.values(suite.contract.operations).flatMap((operation) =>
      Object.entries(variations).map(([operator, vary]) => ({
        ...mutantOf(operation, operator),
        attempt(mutant: Mutant) {
          proxy.onRequest = vary;
          const passing: ClientUnderTest = {
            call(server, called, request) {
              proxy.upstream = server;
              return client.call(proxy.url, called, request);
            },
          };
          const plays = suite.cases
            .filter((each) => each.operation.id === operation.id)
            .map((each) => () => playOnClient(suite.contract, each, passing));
          return firstBlamed(plays).then((verdict) => resultOf(mutant, verdict));
        },
      })),
    ),
  );
  return {
    name: "request-variations",
    aim: 0,
    isLegitimate: true,
    mutants,
    attempt(mutant) {
      const found = mutants.find(({ id }) => id === mutant.id);
      if (!found) throw new RangeError(`There is no variation ${mutant.id}.`);
      return found.attempt(mutant);
    },
    [Symbol.asyncDispose]: () => proxy[Symbol.asyncDispose](),
  };
}

function mutantOf({ id }: Operation, operator: string): Mutant {
  return { id: `${id} ${operator}`, operator, description: `${id}: ${operator}` };
}

const variations: Readonly<Record<string, (sent: WireRequest) => WireRequest>> = {
  unchanged: (sent) => sent,
  "header names in capitals": (sent) => ({
    ...sent,
    headers: sent.headers.map(([name, value]) => [name.toUpperCase(), value]),
  }),
  "headers back to front": (sent) => ({ ...sent, headers: sent.headers.toReversed() }),
  "accepts everything": adding(["Accept", "*/*"]),
  "accepts languages": adding(["Accept-Language", "fr-CA, fr;q=0.8, *;q=0.1"]),
  "closes the connection": adding(["Connection", "close"]),
  "asks to go on": adding(["Expect", "100-continue"]),
  "headers of a browser": adding(
    ["Origin", "http://shop.example"],
    ["Referer", "http://shop.example/"],
  ),
  "headers of a proxy": adding(["Via", "1.1 proxy"], ["X-Forwarded-For", "192.0.2.1"]),
  "the date": adding(["Date", "Sun, 06 Nov 1994 08:49:37 GMT"]),
};

/** With headers that clients add by themselves; what the operation documents itself stays as it is. */
function adding(...own: readonly Header[]) {
  return ({ headers, ...sent }: WireRequest): WireRequest => {
    const names = new Set(headers.map(([name]) => name.toLowerCase()));
    return {
      ...sent,
      headers: [...headers, ...own.filter(([name]) => !names.has(name.toLowerCase()))],
    };
  };
}
