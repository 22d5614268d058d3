import {
  createServer,
  request as httpRequest,
  type IncomingHttpHeaders,
  type RequestListener,
} from "node:http";
import type { AddressInfo } from "node:net";

/** An application on a free port. */
export interface Listening extends AsyncDisposable {
  readonly port: number;
  /** Sends exactly these headers and bytes, which fetch would not. */
  send(
    method: string,
    path: string,
    headers?: Readonly<Record<string, string>>,
    body?: string | Buffer,
  ): Promise<Answered>;
}

export interface Answered {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

export async function listen(app: RequestListener): Promise<Listening> {
  const server = createServer(app).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    send: (method, path, headers = {}, body) =>
      new Promise((resolve, reject) => {
        const options = { port, method, path, headers, agent: false };
        const sent = httpRequest(options, (response) => {
          let text = "";
          response.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
          response.on("end", () => {
            resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
          });
        });
        sent.on("error", reject).end(body);
      }),
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}
