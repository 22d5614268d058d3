import {
  createServer,
  IncomingMessage,
  ServerResponse,
  type OutgoingHttpHeader,
  type OutgoingHttpHeaders,
  type RequestListener,
  type Server,
} from "node:http";
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
}

/**
 * Makes a server whose requests and responses are those of an Express application from the start. Express changes the
 * prototype of each otherwise, which takes longer than all else it does for a request, and slows down what follows.
 *
 * A server that is being closed says so in the last answer of each connection.
 *
 * @param malformed default: Node answers what is not HTTP, without a body
 * @example
 * const { server, serve } = createExpressServer({ errors, refusals: contract.refusals });
 * serve(app);
 * server.listen(3000);
 */
export function createExpressServer(malformed?: MalformedOptions): ExpressServer {
  class Request extends IncomingMessage {}
  class Response extends ServerResponse<Request> {
    /** Node calls it for every answer. RFC 9112, section 9.6: who will close a connection says so. */
    override writeHead(
      status: number,
      reason?: string | HeaderFields,
      headers?: HeaderFields,
    ): this {
      if (!server.listening) this.shouldKeepAlive = false;
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
  };
}
