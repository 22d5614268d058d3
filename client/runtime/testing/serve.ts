import { once } from "node:events";
import { createServer, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** A request as it came over the wire. */
export interface SeenRequest {
  readonly method: string;
  readonly url: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/** Starts a server that ends with the test; `answer` gets each request with its number, from 1. */
export async function serve(
  answer: (response: ServerResponse, count: number, seen: SeenRequest) => void,
): Promise<{ baseUrl: string; seen: SeenRequest[] }> {
  const seen: SeenRequest[] = [];
  const { baseUrl, close } = await listen((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { method = "", url = "", headers } = request;
      const body = Buffer.concat(chunks).toString();
      const one = { method, url, headers, body };
      seen.push(one);
      answer(response, seen.length, one);
    });
  });
  onTestFinished(close);
  return { baseUrl, seen };
}

/** A base URL at which nobody listens any more. */
export async function unusedUrl(): Promise<string> {
  const { baseUrl, close } = await listen(() => undefined);
  await close();
  return baseUrl;
}

/** The client's own, since it imports nothing of the server. */
async function listen(
  listener: RequestListener,
): Promise<{ baseUrl: string; close: () => Promise<void> }> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    async close() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Answers with JSON. */
export function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "Content-Type": "application/json" });
  response.end(JSON.stringify(body));
}

/** What a promise rejects with. */
export async function rejection(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error("it did not reject");
}
