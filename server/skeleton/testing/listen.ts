import { once } from "node:events";
import { createServer, Server, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { sendTo, type Received } from "./send.ts";

/** A server that listens, until the end of its scope. */
export interface Listening extends AsyncDisposable {
  readonly url: URL;
  readonly port: number;
  /** Sends exactly these headers and bytes, which fetch would not. */
  readonly send: (
    method: string,
    path: string,
    headers?: Readonly<Record<string, string>>,
    body?: string | Buffer,
  ) => Promise<Received>;
}

/**
 * Listens on a free port of this machine.
 *
 * @param served what answers the requests, or a server that is already made
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
