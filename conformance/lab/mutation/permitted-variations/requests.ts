import type { Suite } from "../../../suite.ts";
import { playOnClient, type ClientUnderTest } from "../../../targets/client/client.ts";
import type { MutantGroup } from "../mutant.ts";
import { startProxy, vary, type Header, type Hooks } from "./proxy.ts";
import { sent, variationMutants, type Variations } from "./variation.ts";

/** Contracts, each with a client that keeps it. */
export type TestedClients = readonly { readonly suite: Suite; readonly client: ClientUnderTest }[];

/**
 * What a client may send for an operation instead, without breaking the contract: what `fetch` decides, and headers. What
 * the client's own code may do otherwise are the variations of `clients`, and what it may do wrong are its faults.
 */
export async function openRequestVariations(clients: TestedClients): Promise<MutantGroup> {
  // Each play tells where its own server is.
  const proxy = await startProxy(new URL("http://127.0.0.1"));
  const mutants = clients.flatMap(({ suite: { contract, cases }, client }) => {
    const passing: ClientUnderTest = {
      call(server, called, request) {
        proxy.upstream = server;
        return client.call(proxy.url, called, request);
      },
    };
    const byOperation = Map.groupBy(cases, ({ operation }) => operation.id);
    return [...byOperation].flatMap(([operation, its]) =>
      variationMutants(variations, (hooks) => {
        vary(proxy, hooks);
        return its.map((each) => ({
          id: each.id,
          run: () => playOnClient(contract, each, passing),
        }));
      }).map((mutant) => ({ ...mutant, id: `${operation} ${mutant.id}` })),
    );
  });
  return {
    name: "request-variations",
    mutants,
    [Symbol.asyncDispose]: () => proxy[Symbol.asyncDispose](),
  };
}

const variations: Variations = {
  unchanged: {},
  "header names in capitals": sent((headers) =>
    headers.map(([name, value]) => [name.toUpperCase(), value]),
  ),
  "headers back to front": sent((headers) => headers.toReversed()),
  "closes the connection": adding(["Connection", "close"]),
  "asks to go on": adding(["Expect", "100-continue"]),
  "headers of browsers and proxies": adding(
    ["Accept", "*/*"],
    ["Accept-Language", "fr-CA, fr;q=0.8, *;q=0.1"],
    ["Origin", "http://shop.example"],
    ["Referer", "http://shop.example/"],
    ["Via", "1.1 proxy"],
    ["X-Forwarded-For", "192.0.2.1"],
    ["Date", "Sun, 06 Nov 1994 08:49:37 GMT"],
  ),
};

/** With headers that clients add by themselves; what the operation documents itself stays as it is. */
function adding(...own: readonly Header[]): Partial<Hooks> {
  return sent((headers) => {
    const names = new Set(headers.map(([name]) => name.toLowerCase()));
    return [...headers, ...own.filter(([name]) => !names.has(name.toLowerCase()))];
  });
}
