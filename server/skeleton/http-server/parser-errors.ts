import { STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import type { Contract } from "@contract-toolkit/contract";
import type { ProblemResponse } from "../options.ts";
import type { MalformedRequest, Problem } from "../problem.ts";
import { headerLineValues } from "../requests/parameters.ts";
import type { createTurns } from "./pipelining.ts";

/** How a server answers invalid HTTP. */
export interface MalformedOptions {
  /** That of the contract's router. If it fails, the response has no body. */
  readonly errorHandler: (problem: Problem) => ProblemResponse | Promise<ProblemResponse>;
  /** The contract's refusals, which validate the responses. */
  readonly refusals: Contract["refusals"];
}

const lastResponse = Symbol("last response");
const refusedWith = Symbol("refused with");

/** A connection with the response to its last request. */
interface Connection extends Duplex {
  [lastResponse]?: Response;
}

/** The response to a request, which may have become invalid while it waited. */
interface Response extends ServerResponse {
  [refusedWith]?: MalformedRequest["status"];
}

/**
 * Answers in the contract's error shape what Node.js would answer without a body: parser errors, timeouts, unknown
 * expectations. These responses close the connection.
 *
 * @returns `remember`, to call when a request arrives, and `admit`, which says when it begins whether to serve it. Requests
 * without a host are answered here, so the server must let them through (`requireHostHeader`)
 */
export function respondToMalformed(
  server: Server,
  options: MalformedOptions,
  inTurn: ReturnType<typeof createTurns>,
) {
  const refuseOn = async (socket: Duplex, status: MalformedRequest["status"]): Promise<void> => {
    const { body, headers } = await buildParserErrorResponse(status, options);
    const fields = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\n${fields.join("")}\r\n${body}`);
  };
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Connection) => {
    if (error.code === "ECONNRESET" || !socket.writable) return;
    const status = parserStatus[error.code ?? ""] ?? 400;
    if (!endsWithLastResponse(socket, status)) void refuseOn(socket, status);
  });
  // A tunnel is no operation. Node.js would close the connection without a response.
  server.on("connect", (_request: IncomingMessage, socket: Connection) => {
    // Node.js has handed out the connection. Without a listener, its errors would end the process.
    socket.on("error", () => undefined);
    if (!endsWithLastResponse(socket, 400)) void refuseOn(socket, 400);
  });
  const refuse = async (
    response: ServerResponse,
    status: MalformedRequest["status"],
  ): Promise<void> => {
    const { body, headers } = await buildParserErrorResponse(status, options);
    response.writeHead(status, headers).end(body);
  };
  const remember = (response: Response): void => {
    const connection: Connection = response.req.socket;
    connection[lastResponse] = response;
  };
  server.on("checkExpectation", (request: IncomingMessage, response: ServerResponse) => {
    remember(response);
    inTurn(request, response, () => void refuse(response, 417));
  });
  return {
    remember,
    admit(request: IncomingMessage, response: Response): boolean {
      const status = response[refusedWith] ?? (namesHost(request) ? undefined : 400);
      if (status !== undefined) void refuse(response, status);
      return status === undefined;
    },
  };
}

/** RFC 9112, section 3.2: from HTTP/1.1 on, a request has exactly one valid Host. */
function namesHost(request: IncomingMessage): boolean {
  const { host } = request.headers;
  if (host === undefined) return request.httpVersionMinor < 1;
  const times = headerLineValues(request, "host").length;
  if (times !== 1 || (host !== knownHost && !HOST.test(host))) return false;
  knownHost = host;
  return true;
}

/** Most requests have the same host as the last one. */
let knownHost: string | undefined;

/** A name, an IPv4 address, or an address in brackets, and an optional port (RFC 3986, section 3.2). */
const HOST = /^(?:\[[\da-f:.]+\]|[\w.~!$&'()*+,;=%-]+)(?::\d*)?$/i;

/**
 * Whether the last response of a connection belongs to the invalid bytes. Another response would be taken for the response to a
 * different request.
 */
function endsWithLastResponse(socket: Connection, status: MalformedRequest["status"]): boolean {
  const response = socket[lastResponse];
  if (!response) return false;
  const { req: request } = response;
  if (request.complete && !response.writableEnded) {
    if (response.headersSent) response.once("close", () => socket.end());
    else response.shouldKeepAlive = false;
    return true;
  }
  if (!request.complete && response.headersSent) {
    socket.end();
    return true;
  }
  // It waits for the responses to earlier requests.
  if (!response.writableEnded && response.socket === null) {
    response[refusedWith] = status;
    return true;
  }
  return false;
}

/** Statuses by error code of Node's parser. The default is 400. */
const parserStatus: Readonly<Record<string, MalformedRequest["status"]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
};

async function buildParserErrorResponse(
  status: MalformedRequest["status"],
  options: MalformedOptions,
): Promise<{ body: string; headers: Record<string, string | number> }> {
  let body = "";
  try {
    const { body: meant } = await options.errorHandler({ kind: "malformed-request", status });
    if (options.refusals[status]?.({ body: meant })) body = JSON.stringify(meant);
  } catch {
    // The status is answered without a body.
  }
  return {
    body,
    headers: {
      ...(body !== "" && { "Content-Type": "application/json; charset=utf-8" }),
      "Content-Length": Buffer.byteLength(body),
      Connection: "close",
    },
  };
}
