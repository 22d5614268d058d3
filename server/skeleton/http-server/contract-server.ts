import { once } from "node:events";
import { IncomingMessage, ServerResponse, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Contract, OperationMap } from "@contract-toolkit/contract";
import { problemDetails } from "../responses/problem-details.ts";
import { createContractRouter, type OptionsWithHandlers } from "../contract-router.ts";
import type { Problem } from "../problem.ts";
import { createExpressServer } from "./express-server.ts";

/** Options of a router with its handlers, and of its server. */
export interface ServerOptions<
  Types extends OperationMap<Types>,
  Context,
> extends OptionsWithHandlers<Types, Context, IncomingMessage> {
  /** Milliseconds that open requests have to finish after `close`. Default: 8,000. */
  graceMs?: number;
}

/** A server of one contract. */
export interface ContractServer {
  readonly server: Server;
  /**
   * Resolves with the server's address when it listens.
   *
   * @param port 0 for any free port
   * @param host default: only this machine
   */
  readonly listen: (port: number, host?: string) => Promise<URL>;
  /** Accepts no more connections, lets open requests finish, and ends them after `graceMs`. */
  readonly close: () => Promise<void>;
}

/**
 * Makes a Node.js server of a contract, without Express. It validates like the router, answers invalid HTTP in the contract's
 * error shape, calls `onResponse` after each request, and lets open requests finish on `close`.
 *
 * @throws {TypeError} like `createContractRouter`
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

/** Longer than any response takes, and shorter than the time between SIGTERM and SIGKILL: 30 s in Kubernetes, 10 s in Docker. */
const defaultGraceMs = 8_000;
