import { STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import type { Contract } from "@contract-toolkit/kernel";
import type { ProblemAnswer } from "../options.ts";
import type { MalformedRequest, Problem } from "../problem.ts";

/** How a server answers what is no request that any operation could be asked by. */
export interface MalformedOptions {
  /** The same that the contract's router has. Where it fails, the status is answered without a body. */
  readonly errorHandler: (problem: Problem) => ProblemAnswer | Promise<ProblemAnswer>;
  /** Of the contract in whose shape such requests are answered: each answer is validated by it. */
  readonly refusals: Contract["refusals"];
}

const lastResponse = Symbol("last response");

/** A connection that knows what it has been asked last. */
interface Connection extends Duplex {
  [lastResponse]?: ServerResponse;
}

/**
 * Answers in the contract's error shape what Node would answer without a body: what its parser refuses, what does not
 * arrive in time, an unknown expectation. Each of these answers closes its connection, and says so.
 *
 * @returns tells whether a request is to be served. It answers those without a host, which the server has to let through
 * (`requireHostHeader`)
 */
export function answerMalformed(server: Server, options: MalformedOptions) {
  const refuseOn = async (socket: Duplex, status: MalformedRequest["status"]): Promise<void> => {
    const { body, headers } = await answerTo(status, options);
    const fields = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\n${fields.join("")}\r\n${body}`);
  };
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Connection) => {
    if (error.code === "ECONNRESET" || !socket.writable) return;
    if (endsWithLastAnswer(socket)) return;
    void refuseOn(socket, parserStatus[error.code ?? ""] ?? 400);
  });
  // Whoever asks for a tunnel has not asked for an operation; Node would close the connection without a word.
  server.on("connect", (_request: IncomingMessage, socket: Duplex) => {
    void refuseOn(socket, 400);
  });
  const refuse = async (
    response: ServerResponse,
    status: MalformedRequest["status"],
  ): Promise<void> => {
    const { body, headers } = await answerTo(status, options);
    response.writeHead(status, headers).end(body);
  };
  server.on("checkExpectation", (_request: IncomingMessage, response: ServerResponse) => {
    void refuse(response, 417);
  });
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const connection: Connection = request.socket;
    connection[lastResponse] = response;
    const isNamed = namesHost(request);
    if (!isNamed) void refuse(response, 400);
    return isNamed;
  };
}

/** RFC 9112, section 3.2: from HTTP/1.1 on, a request names its host, once, and in the form of a host. */
function namesHost({ rawHeaders, headers: { host }, httpVersionMinor }: IncomingMessage): boolean {
  if (host === undefined) return httpVersionMinor < 1;
  let times = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? "";
    if (name.length === 4 && name.toLowerCase() === "host") times += 1;
  }
  if (times !== 1 || (host !== knownHost && !HOST.test(host))) return false;
  knownHost = host;
  return true;
}

/** The last one that was named: most requests name the same. */
let knownHost: string | undefined;

/** A name or an IPv4 address, or another address in brackets, and perhaps a port (RFC 3986, section 3.2). */
const HOST = /^(?:\[[\da-f:.]+\]|[\w.~!$&'()*+,;=%-]+)(?::\d*)?$/i;

/**
 * Whether the last answer of a connection is the one to what it has received last. A further one would be taken for the
 * answer to something else.
 */
function endsWithLastAnswer(socket: Connection): boolean {
  const response = socket[lastResponse];
  if (!response) return false;
  const { req: request } = response;
  if (request.complete && !response.writableEnded) {
    response.shouldKeepAlive = false;
    return true;
  }
  if (!request.complete && response.headersSent) {
    socket.end();
    return true;
  }
  return false;
}

/** The status for each reason that Node's parser gives; for any other, 400. */
const parserStatus: Readonly<Record<string, MalformedRequest["status"]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
};

/** The body that the contract has for a status, and what goes with it. */
async function answerTo(
  status: MalformedRequest["status"],
  options: MalformedOptions,
): Promise<{ body: string; headers: Record<string, string | number> }> {
  const body = await bodyOf(status, options).catch(() => "");
  return {
    body,
    headers: {
      ...(body !== "" && { "Content-Type": "application/json; charset=utf-8" }),
      "Content-Length": Buffer.byteLength(body),
      Connection: "close",
    },
  };
}

async function bodyOf(
  status: MalformedRequest["status"],
  { errorHandler, refusals }: MalformedOptions,
): Promise<string> {
  const { body } = await errorHandler({ kind: "malformed-request", status });
  return refusals[status]?.({ body }) === true ? JSON.stringify(body) : "";
}
