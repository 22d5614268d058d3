import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { verifyCallback } from "../../client/webhooks.ts";

/** A merchant's receiver that is built with the client's verification and nothing else. */
export interface Receiver extends AsyncDisposable {
  readonly url: URL;
}

/** How a receiver judges. */
export interface ReceiverOptions {
  readonly verify?: typeof verifyCallback;
  /** `sender`: as if a callback came at the time that its sender says, so that documented samples are taken. */
  readonly clock?: "sender" | "machine";
}

/** Listens on a free port. */
export async function startReceiver(
  secret: string,
  { verify = verifyCallback, clock = "sender" }: ReceiverOptions = {},
): Promise<Receiver> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const now =
        clock === "machine"
          ? new Date()
          : new Date(Number(request.headers["webhook-timestamp"]) * 1000);
      void verify(Buffer.concat(chunks), {
        secret,
        headers: request.headers,
        now,
      }).then((callback) => {
        response.writeHead(callback.ok ? 204 : 401).end();
      });
    });
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: new URL(`http://127.0.0.1:${port}`),
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}
