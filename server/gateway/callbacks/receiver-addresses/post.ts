import { Agent as HttpAgent, request as requestHttp } from "node:http";
import { Agent as HttpsAgent, request as requestHttps } from "node:https";
import { isIP } from "node:net";
import type { Duplex } from "node:stream";
import { traceHeaders } from "../../platform/tracing.ts";
import type { Callback } from "../callback.ts";
import type { CheckedReceiver } from "./receiver-url.ts";

/** Sends a callback and returns the receiver's HTTP status. */
export type Post = (
  receiver: CheckedReceiver,
  callback: Callback,
  signal: AbortSignal,
) => Promise<number>;

/** Longer responses, including informational ones (RFC 9110, 15.2), are cut off. Their content is not used. */
const LONGEST_RESPONSE_BYTES = 65_536;

/** How long the gateway reads a response after its status. Some servers stop their work when the connection closes early. */
const REST_MS = 1000;

/**
 * Connections are kept for the next callbacks, because TLS costs more than the rest of an attempt: for each address, port and
 * TLS name, few and not long.
 */
const kept = { keepAlive: true, maxFreeSockets: 8, timeout: 15_000 };
const agents = { http: new HttpAgent(kept), https: new HttpsAgent(kept) };

/** Of all addresses together. Otherwise many receivers could use up the file descriptors of the process. */
const MOST_KEPT = 256;

for (const agent of Object.values(agents)) {
  const keep: (socket: Duplex) => unknown = agent.keepSocketAlive.bind(agent);
  agent.keepSocketAlive = (socket): unknown =>
    Object.values(agent.freeSockets).flat().length < MOST_KEPT && keep(socket);
}

/**
 * Posts a callback over a connection to the checked address only. The host's name is not resolved again, and redirects
 * are not followed. When the promise settles, the connection is closed, unless the response has ended and it can be kept.
 *
 * @param signal ends the request; a status that was received before is the result
 * @throws Error if there is no response
 */
export const postToAddress: Post = (receiver, callback, signal) =>
  post(receiver, callback, signal, true).catch((error: unknown) => {
    // The receiver has closed a kept connection.
    if (!(error instanceof StaleConnectionError)) throw error;
    return post(receiver, callback, signal, false);
  });

/** A kept connection ended before anything came back. */
class StaleConnectionError extends Error {}

function post(
  { url, address }: CheckedReceiver,
  { body, headers }: Callback,
  signal: AbortSignal,
  mayReuse: boolean,
): Promise<number> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const isSecure = url.protocol === "https:";
    const send = isSecure ? requestHttps : requestHttp;
    const agent = isSecure ? agents.https : agents.http;
    const request = send(url, {
      method: "POST",
      headers: {
        ...headers,
        ...traceHeaders(),
        Host: url.host,
        "Content-Type": "application/json",
        "Content-Length": Buffer.byteLength(body),
        "User-Agent": "payment-gateway",
      },
      agent: mayReuse ? agent : false,
      // Connections are kept by these names, so none leads to an address that was checked for another URL.
      hostname: address,
      servername: isIP(url.hostname.replace(/^\[|\]$/g, "")) === 0 ? url.hostname : "",
    });
    let status: number | undefined;
    let rest: NodeJS.Timeout | undefined;
    let readBefore = 0;
    const readBytes = () => (request.socket?.bytesRead ?? 0) - readBefore;
    const end = (cause?: Error) => {
      clearTimeout(rest);
      signal.removeEventListener("abort", abort);
      const isStale = request.reusedSocket && readBytes() === 0 && !signal.aborted;
      request.destroy();
      if (status !== undefined) resolve(status);
      else if (isStale) reject(new StaleConnectionError());
      else reject(cause ?? new Error("The receiver did not answer."));
    };
    const abort = () => {
      end();
    };
    const measure = () => {
      if (readBytes() > LONGEST_RESPONSE_BYTES) end();
    };
    signal.addEventListener("abort", abort);
    request.once("socket", ({ bytesRead }) => {
      readBefore = bytesRead;
    });
    request.on("error", end);
    request.on("information", measure);
    request.once("close", abort);
    // Without a listener, Node.js reports a 101 neither as a response nor as an error.
    request.once("upgrade", ({ statusCode }, socket) => {
      status = statusCode;
      socket.destroy();
      end();
    });
    request.once("response", (response) => {
      status = response.statusCode ?? 0;
      // Without the header Upgrade, it looks complete, and the connection would be kept.
      if (status === 101) {
        end();
        return;
      }
      rest = setTimeout(end, REST_MS);
      response.on("data", measure);
      // The status is known, so an error in the rest does not matter.
      response.on("error", () => undefined);
    });
    request.end(body);
  });
}
