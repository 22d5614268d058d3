import { once } from "node:events";
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { inspect } from "node:util";
import { UsageError } from "@contract-toolkit/schemas/usage-error";

/**
 * Where the target is, which is asked when the first test runs, or the target itself: an application of Express or another listener
 * of `node:http`, or what handles requests as the Fetch standard has them.
 */
export type Address =
  | (() => string | URL)
  | ((request: IncomingMessage, response: ServerResponse) => void)
  | { readonly fetch: FetchHandler };

type FetchHandler = (request: Request) => Response | Promise<Response>;

/** The URL of a target, which is served first if it is in this process. */
export async function urlOf(target: Address): Promise<URL> {
  if (isQuestion(target)) {
    const address = target();
    const url = URL.parse(address);
    if (url) return url;
    throw new UsageError(`The address of what is tested must be a URL, not ${String(address)}.`);
  }
  const server = createServer("fetch" in target ? listenerOf(target.fetch.bind(target)) : target);
  // Idle connections must not keep the process alive.
  server.on("connection", (socket) => socket.unref());
  await once(server.listen(0, "127.0.0.1").unref(), "listening");
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
}

function isQuestion(target: Address): target is () => string | URL {
  return typeof target === "function" && target.length === 0;
}

/** Serves what handles requests of the Fetch standard. What that standard cannot express is refused. An error is the response. */
export function listenerOf(handle: FetchHandler): RequestListener {
  const respond = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const request = await requestOf(incoming).catch(() => undefined);
    const response = request ? await handle(request) : new Response(null, { status: 400 });
    outgoing.writeHead(response.status, [...response.headers].flat());
    await pipeline(response.body ?? [], outgoing);
  };
  return (incoming, outgoing) => {
    respond(incoming, outgoing).catch((error: unknown) => {
      if (outgoing.headersSent) outgoing.destroy();
      else outgoing.writeHead(500, { "content-type": "text/plain" }).end(inspect(error));
    });
  };
}

async function requestOf(incoming: IncomingMessage): Promise<Request> {
  const { method = "", url = "", headersDistinct } = incoming;
  const headers = Object.entries(headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
  const body = ["GET", "HEAD"].includes(method) ? null : new Uint8Array(await buffer(incoming));
  const target = url.startsWith("/") ? `http://localhost${url}` : url;
  return new Request(target, { method, headers, body });
}
