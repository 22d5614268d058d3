import { once } from "node:events";
import {
  createServer,
  type IncomingHttpHeaders,
  request as httpRequest,
  type RequestListener,
  Server,
} from "node:http";
import type { AddressInfo } from "node:net";

/** Each text of a list is sent in a line of its own. */
export type SentHeaders = Readonly<Record<string, string | string[]>>;

/** A listening server, until the end of its scope. */
export interface Listening extends AsyncDisposable {
  readonly url: URL;
  readonly port: number;
  /** Sends exactly these headers and bytes, which `fetch` would not. */
  readonly send: (
    method: string,
    path: string,
    headers?: SentHeaders,
    body?: string | Buffer,
  ) => Promise<Received>;
}

/**
 * Listens on a free port of this machine.
 *
 * @param served a request listener or a server
 * @example
 * await using listening = await listen((request, response) => response.end());
 */
export async function listen(served: RequestListener | Server): Promise<Listening> {
  const server = served instanceof Server ? served : createServer(served);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: new URL(`http://127.0.0.1:${port}`),
    port,
    send: (...request) => sendTo(port, ...request),
    async [Symbol.asyncDispose]() {
      if (!server.listening) return;
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** A response as it arrived. */
export interface Received {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

function sendTo(
  port: number,
  method: string,
  path: string,
  headers: SentHeaders = {},
  body?: string | Buffer,
): Promise<Received> {
  return new Promise((resolve, reject) => {
    const options = { port, method, path, headers, agent: false };
    const sent = httpRequest(options, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
      response.on("error", reject).on("end", () => {
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
      });
    });
    sent.on("error", reject).end(body);
  });
}
