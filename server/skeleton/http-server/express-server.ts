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
import { setImmediate } from "node:timers/promises";
import { answerMalformed, type MalformedOptions } from "./parser-errors.ts";

/** What is needed of an Express application. */
export type ExpressApplication = RequestListener & {
  request: object;
  response: object;
};

type HeaderFields = OutgoingHttpHeaders | OutgoingHttpHeader[];

/** A server that is yet to be given its application. */
export interface ExpressServer {
  readonly server: Server;
  /** Answers requests with `app` from now on. */
  readonly serve: (app: ExpressApplication) => void;
  /**
   * Takes no more connections, lets requests finish that have arrived, and breaks off what is left of them.
   *
   * @param graceMs milliseconds that they have
   * @returns whether all of them finished in time
   */
  readonly close: (graceMs: number) => Promise<boolean>;
}

const IDLE_CHECK_MS = 50;

/**
 * Makes a server whose requests and responses are those of an Express application from the start. Express changes the
 * prototype of each otherwise, which takes longer than all else it does for a request, and slows down what follows.
 *
 * A server that is being closed says so in the last answer of each connection.
 *
 * @param malformed default: Node answers what is not HTTP, without a body
 * @example
 * const { server, serve } = createExpressServer({ errorHandler, refusals: contract.refusals });
 * serve(app);
 * server.listen(3000);
 */
export function createExpressServer(malformed?: MalformedOptions): ExpressServer {
  let isClosing = false;
  class Request extends IncomingMessage {}
  class Response extends ServerResponse<Request> {
    /** Node calls it for every answer. RFC 9112, section 9.6: who will close a connection says so. */
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
  const admits = malformed && answerMalformed(server, malformed);
  return {
    server,
    serve(app) {
      Object.setPrototypeOf(Request.prototype, app.request);
      Object.setPrototypeOf(Response.prototype, app.response);
      app.request = Request.prototype;
      app.response = Response.prototype;
      server.on("request", (request: Request, response: Response) => {
        if (!admits || admits(request, response)) app(request, response);
      });
    },
    async close(graceMs) {
      isClosing = true;
      // A connection counts as idle until its request is read: one turn for what can be read by now, one for what comes meanwhile.
      await setImmediate();
      await setImmediate();
      if (!server.listening) return true;
      // A connection whose last answer has just been sent would be kept for the next request.
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
      clearInterval(idle);
      clearTimeout(late);
      return inTime;
    },
  };
}
