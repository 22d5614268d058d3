import { randomInt, randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A server between a caller and another server, which spoils what the other one answers. */
export interface Meddler extends AsyncDisposable {
  readonly url: URL;
}

/**
 * Spoils every JSON answer with values that are new each time: a further field, texts in place of the first string, and
 * for each path that ends in one of `crashing` a page that tells the time instead.
 */
export async function startMeddler(
  behind: URL,
  crashing: readonly string[],
): Promise<Meddler> {
  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const answer = await fetch(new URL(request.url ?? "/", behind), {
        method: request.method ?? "GET",
        headers: Object.entries(request.headers).flatMap(([name, value]) =>
          typeof value === "string" && !ownHeaders.has(name)
            ? [[name, value] as [string, string]]
            : [],
        ),
        ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
      });
      const text = await answer.text();
      const path = request.url?.split("?")[0];
      if (crashing.some((each) => path?.endsWith(each))) {
        response.writeHead(503, { "Content-Type": "text/html" });
        response.end(`<p>${new Date().toISOString()} ${randomUUID()}</p>`);
        return;
      }
      const type = answer.headers.get("content-type") ?? "text/plain";
      response.writeHead(answer.status, { "Content-Type": type });
      // The sandbox is not under test; it has to work.
      const isLeft = path?.startsWith("/sandbox/") === true;
      response.end(isLeft || text === "" ? text : spoiled(text));
    })().catch((error: unknown) => {
      response.destroy(error instanceof Error ? error : undefined);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
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

/** fetch makes these itself. */
const ownHeaders = new Set([
  "connection",
  "content-length",
  "host",
  "keep-alive",
  "transfer-encoding",
]);

function spoiled(text: string): string {
  const body = JSON.parse(text) as Record<string, unknown>;
  return JSON.stringify({
    ...Object.fromEntries(
      Object.entries(body).map(([name, value]) => [
        name,
        typeof value === "string" ? `${randomUUID()} ${value}` : value,
      ]),
    ),
    further: randomInt(1_000_000),
    furtherList: [new Date().toISOString()],
  });
}
