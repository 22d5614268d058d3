import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { verifyCallback } from "../../client/webhooks.ts";

/** A merchant's receiver that is built with the client's verification and nothing else. */
export interface Receiver extends AsyncDisposable {
  readonly url: URL;
}

/** Listens on a free port; a callback is judged as if it came at the time that its sender says. */
export async function startReceiver(
  secret: string,
  verify: typeof verifyCallback = verifyCallback,
): Promise<Receiver> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const now = new Date(Number(request.headers["webhook-timestamp"]) * 1000);
      void verify(Buffer.concat(chunks), {
        secret,
        headers: request.headers,
        requireHeaders: true,
        now,
      }).then((callback) => {
        response.writeHead(callback.ok ? 204 : 401).end();
      });
    });
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: new URL(`http://127.0.0.1:${String(port)}`),
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}
