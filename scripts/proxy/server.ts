import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { createRecorder, createRequestsPage, isLocal } from "@contract-toolkit/inspector";
import { openServer, type OpenServer } from "@contract-toolkit/mock/open-server";
import { makeProblemResponse } from "@contract-toolkit/mock/refusals";
import { requestsPath } from "@contract-toolkit/mock/server";
import { giveUp } from "@contract-toolkit/skeleton/response-hook";
import { createUpstream } from "./forward.ts";
import { createJudge, type JudgedExchange, type JudgingSuite } from "./judge.ts";
import { passOn, passValid } from "./pass-on.ts";

export interface ProxyOptions extends JudgingSuite {
  /** The server. Its path is put before that of each request. */
  readonly to: URL;
  readonly host?: string;
  /** Default: a free one. */
  readonly port?: number;
  /** Whether what violates the contract is refused instead of passed on. */
  readonly isEnforced?: boolean;
  /** How long the server may be silent before its response. Default: 60,000. */
  readonly timeoutMs?: number;
  /** Called after each exchange. */
  readonly onExchange?: (judged: JudgedExchange) => void;
  /** What `reportPath` responds with, as JSON. */
  readonly report?: () => unknown;
}

/** The path of the report so far. Only this machine gets it. */
export const reportPath = "/__report";

/** How long open exchanges may take when the proxy stops. */
const DRAIN_MS = 10_000;

/**
 * Starts a proxy in front of a server. Everything passes unchanged, except for the headers of the connection and `Host`, and is judged
 * after it has passed. `/__requests` shows the exchanges. With `isEnforced` messages are held back until they are judged.
 */
export async function startProxy(options: ProxyOptions): Promise<OpenServer> {
  const { to, host = "127.0.0.1", port = 0, timeoutMs = 60_000, isEnforced = false } = options;
  const upstream = createUpstream(to, timeoutMs);
  const judge = createJudge(options);
  const recorder = createRecorder();
  const record = recorder.of(options.suite.messages);
  const requestsPage = createRequestsPage(recorder, requestsPath);
  const open = new Set<Promise<void>>();
  const pass = isEnforced ? passValid : passOn;

  async function exchange(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const judged = await pass({ request, response, upstream, judge });
    record(judged.answered);
    options.onExchange?.(judged);
  }

  function serve(request: IncomingMessage, response: ServerResponse): void {
    // RFC 9112, section 3.2.2: a server also takes whole addresses.
    request.url = request.url?.replace(/^https?:\/\/[^/?]*/i, "");
    requestsPage(request, response, () => {
      if (request.url === reportPath && options.report && isLocal(request)) {
        response.setHeader("Content-Type", "application/json");
        response.end(JSON.stringify(options.report()));
        return;
      }
      const ended = exchange(request, response).catch((error: unknown) => {
        giveUp(response, error);
      });
      open.add(ended);
      void ended.finally(() => open.delete(ended));
    });
  }

  // Uploads may take long, and the server decides how long.
  const server = createServer({ requestTimeout: 0 }, serve)
    // RFC 9110, section 10.1.1: the server decides whether it wants the body.
    .on("checkContinue", serve)
    .on("upgrade", refuseUpgrade)
    .on("connect", refuseUpgrade);
  const opened = await openServer(server, host, port);
  return {
    url: opened.url,
    async close() {
      const timer = setTimeout(() => {
        server.closeAllConnections();
      }, DRAIN_MS);
      await opened.close();
      clearTimeout(timer);
      await Promise.all(open);
      upstream.close();
    },
  };
}

/** The proxy judges HTTP messages, and what follows an upgrade is none. */
function refuseUpgrade(_: IncomingMessage, socket: Duplex): void {
  const detail = "The proxy passes HTTP requests only, and no upgrades such as WebSocket.";
  const { body: problem, contentType } = makeProblemResponse(501, detail);
  const body = JSON.stringify(problem);
  // Node.js has handed out the connection. Without a listener, its errors would end the process.
  socket
    .on("error", () => undefined)
    .end(
      `HTTP/1.1 501 Not Implemented\r\nContent-Type: ${contentType}\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
    );
}
