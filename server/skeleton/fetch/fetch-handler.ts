import { ServerResponse } from "node:http";
import type { ContractRouter } from "../contract-router.ts";
import { FetchRequest } from "./fetch-request.ts";
import { ResponseSocket } from "./response-socket.ts";

export type { FetchRequest } from "./fetch-request.ts";

/** Options of `toFetchHandler`. */
export interface FetchOptions {
  /** The path that the contract's paths are below, such as `/api`. Default: none. */
  readonly basePath?: string;
}

/**
 * Serves a contract where requests and responses are those of the Fetch standard: in other frameworks, in Bun and Deno. Handlers,
 * validation and responses are those of the router. `request` of handlers and hooks is a `FetchRequest`, whose `source` is
 * the original request.
 *
 * @returns a function that rejects only if nothing can be sent, because the client is gone
 * @example
 * const handler = toFetchHandler(createContractRouter(contract, options), { basePath: "/api" });
 * export { handler as GET, handler as POST };
 */
export function toFetchHandler(
  router: ContractRouter<FetchRequest>,
  { basePath = "" }: FetchOptions = {},
): (request: Request) => Promise<Response> {
  return (source) => {
    const { pathname, search } = new URL(source.url);
    const path = pathname.startsWith(`${basePath}/`) ? pathname.slice(basePath.length) : pathname;
    const socket = new ResponseSocket();
    source.signal.addEventListener("abort", () => socket.destroy(), { once: true });
    const request = new FetchRequest(source, path + search, socket);
    const response = new ServerResponse(request);
    // The server that sends the response decides these.
    response.sendDate = false;
    response.shouldKeepAlive = false;
    response.useChunkedEncodingByDefault = false;
    response.assignSocket(socket);
    response.once("finish", () => {
      socket.destroySoon();
    });
    router(request, response);
    return socket.response;
  };
}
