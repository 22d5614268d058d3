import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A receiver that acknowledges whatever comes. */
export interface Sink extends AsyncDisposable {
  readonly url: string;
  /** Headers and body of each request, as text. */
  readonly received: readonly string[];
}

/** Listens on a free port of this machine. */
export async function startSink(): Promise<Sink> {
  const received: string[] = [];
  const server = createServer((request, response) => {
    const parts = [JSON.stringify(request.headers)];
    request.on("data", (chunk: Buffer) => parts.push(chunk.toString()));
    request.on("end", () => {
      received.push(parts.join(""));
      response.writeHead(204).end();
    });
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    received,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** What the `data` of each callback holds, as text. */
export function contentsOf({ received }: Sink): readonly string[] {
  return received.flatMap((text) => {
    const data = /"data":"([^"]*)"/.exec(text)?.[1];
    return data === undefined ? [] : [Buffer.from(data, "base64").toString("utf8")];
  });
}
