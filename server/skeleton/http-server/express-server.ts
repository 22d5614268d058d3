import { once } from "node:events";
import {
  createServer,
  IncomingMessage,
  ServerResponse,
  type OutgoingHttpHeader,
  type OutgoingHttpHeaders,
  type RequestListener,
  type Server,
} from "node:http";
import type { Socket } from "node:net";
import { setImmediate } from "node:timers/promises";
import { respondToMalformed, type MalformedOptions } from "./parser-errors.ts";
import { createTurns } from "./pipelining.ts";

/** The required parts of an Express application. */
export type ExpressApplication = RequestListener & {
  request: object;
  response: object;
};

type HeaderFields = OutgoingHttpHeaders | OutgoingHttpHeader[];

/** A server whose application is set later. */
export interface ExpressServer {
  readonly server: Server;
  /** Sets the application. */
  readonly serve: (app: ExpressApplication) => void;
  /**
   * Accepts no more connections, lets open requests finish, and ends those that take too long.
   *
   * @param graceMs milliseconds that open requests have
   * @returns whether all requests finished in time
   */
  readonly close: (graceMs: number) => Promise<boolean>;
}

const IDLE_CHECK_MS = 50;

/**
 * Makes a server whose requests and responses have the prototypes of an Express application. Otherwise Express changes both
 * prototypes for each request, which takes longer than everything else it does, and slows down the following code.
 *
 * The requests of a connection begin one after another. While the server closes, each response has `Connection: close`.
 *
 * @param malformed default: Node.js answers invalid HTTP, without a body
 * @example
 * const { server, serve } = createExpressServer({ errorHandler, refusals: contract.refusals });
 * serve(app);
 * server.listen(3000);
 */
export function createExpressServer(malformed?: MalformedOptions): ExpressServer {
  let isClosing = false;
  class Request extends IncomingMessage {}
  class Response extends ServerResponse<Request> {
    /** Called by Node.js for every response. RFC 9112, section 9.6: a server that closes the connection announces it. */
    override writeHead(
      status: number,
      reason?: string | HeaderFields,
      headers?: HeaderFields,
    ): this {
      if (isClosing || !server.listening) this.shouldKeepAlive = false;
      return typeof reason === "string"
        ? super.writeHead(status, reason, headers)
        : super.writeHead(status, reason);
    }
  }
  const server: Server<typeof Request, typeof Response> = createServer({
    IncomingMessage: Request,
    ServerResponse: Response,
    requireHostHeader: malformed === undefined,
  });
  // Some may have been accepted by another server, and emitted as a connection of this one.
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  const inTurn = createTurns();
  const checks = malformed && respondToMalformed(server, malformed, inTurn);
  return {
    server,
    serve(app) {
      Object.setPrototypeOf(Request.prototype, app.request);
      Object.setPrototypeOf(Response.prototype, app.response);
      app.request = Request.prototype;
      app.response = Response.prototype;
      const begin = (request: Request, response: Response) => {
        if (!checks || checks.admit(request, response)) app(request, response);
      };
      server.on("request", (request: Request, response: Response) => {
        checks?.remember(response);
        inTurn(request, response, begin);
      });
    },
    async close(graceMs) {
      isClosing = true;
      // A connection counts as idle until its request is read. Two turns of the event loop read what has arrived.
      await setImmediate();
      await setImmediate();
      if (!server.listening) return true;
      // A connection would otherwise stay open after its last response.
      const idle = setInterval(() => {
        server.closeIdleConnections();
      }, IDLE_CHECK_MS);
      let inTime = true;
      const late = setTimeout(() => {
        inTime = false;
        server.closeAllConnections();
      }, graceMs);
      const closed = once(server, "close");
      server.close();
      await closed;
      await Promise.all(
        Array.from(sockets, (socket) => new Promise((end) => socket.once("close", end))),
      );
      clearInterval(idle);
      clearTimeout(late);
      return inTime;
    },
  };
}
