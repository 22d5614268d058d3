import { once } from "node:events";
import { IncomingMessage, ServerResponse, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Contract, OperationMap } from "@contract-toolkit/kernel";
import { problemDetails } from "../answers/problem-details.ts";
import { createContractRouter, type OptionsWithHandlers } from "../contract-router.ts";
import type { Problem } from "../problem.ts";
import { createExpressServer } from "./express-server.ts";

/** Options of a router with its handlers, and of the server around it. */
export interface ServerOptions<
  Types extends OperationMap<Types>,
  Context,
> extends OptionsWithHandlers<Types, Context, IncomingMessage> {
  /** Milliseconds that open requests have to finish in when the server is closed. Default: 8,000. */
  graceMs?: number;
}

/** A server of one contract. */
export interface ContractServer {
  readonly server: Server;
  /**
   * Resolves with the server's address when it listens.
   *
   * @param port 0: any free one
   * @param host default: this machine alone
   */
  readonly listen: (port: number, host?: string) => Promise<URL>;
  /** Takes no more connections, lets open requests finish, and breaks off what is left of them after `graceMs`. */
  readonly close: () => Promise<void>;
}

/**
 * Makes a server of a contract on Node alone, without Express: it validates like the router, answers what is not HTTP in the
 * contract's error shape, tells `onResponse` of each request, and lets open requests finish when it is closed.
 *
 * @throws {TypeError} as `createContractRouter` does.
 * @example
 * const { listen, close } = createContractServer(contract, { authenticate: () => ({}), handlers });
 * await listen(3000);
 * process.once("SIGTERM", close);
 */
export function createContractServer<Types extends OperationMap<Types>, Context = never>(
  contract: Contract<Types>,
  options: ServerOptions<Types, Context>,
): ContractServer {
  const router = createContractRouter(contract, options);
  const { server, serve, close } = createExpressServer({
    errorHandler: (problem: Problem) =>
      options.errorHandler ? options.errorHandler(problem) : problemDetails(problem),
    refusals: contract.refusals,
  });
  const application = (request: IncomingMessage, response: ServerResponse) => {
    router(request, response);
  };
  const { prototype: request } = IncomingMessage;
  const { prototype: response } = ServerResponse;
  serve(Object.assign(application, { request, response }));
  return {
    server,
    async listen(port, host = "127.0.0.1") {
      server.listen(port, host);
      await once(server, "listening");
      const { port: taken } = server.address() as AddressInfo;
      return new URL(`http://${host.includes(":") ? `[${host}]` : host}:${taken}`);
    },
    async close() {
      await close(options.graceMs ?? defaultGraceMs);
    },
  };
}

/** Longer than any answer takes, shorter than the patience of what sends SIGTERM: 30 s at Kubernetes, 10 s at Docker. */
const defaultGraceMs = 8_000;
