import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { isIPv6, type LookupFunction } from "node:net";
import { traceHeaders } from "../../observability/tracing.ts";
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
 * Posts a callback over a connection to the checked address only. The host's name is not resolved again, and redirects
 * are not followed. When the promise settles, the connection is closed.
 *
 * @param signal ends the request; a status that was received before is the result
 * @throws Error if there is no response
 */
export const postToAddress: Post = ({ url, address }, { body, headers }, signal) =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const send = url.protocol === "https:" ? requestHttps : requestHttp;
    const request = send(url, {
      method: "POST",
      headers: {
        ...headers,
        ...traceHeaders(),
        "Content-Type": "application/json",
        "Content-Length": Buffer.byteLength(body),
        "User-Agent": "payment-gateway",
      },
      // A pooled connection could lead to an address that was checked for another URL.
      agent: false,
      lookup: pinnedTo(address),
    });
    let status: number | undefined;
    let rest: NodeJS.Timeout | undefined;
    const end = (cause?: Error) => {
      clearTimeout(rest);
      request.destroy();
      if (status === undefined) reject(cause ?? new Error("The receiver did not answer."));
      else resolve(status);
    };
    const measure = () => {
      if ((request.socket?.bytesRead ?? 0) > LONGEST_RESPONSE_BYTES) end();
    };
    signal.addEventListener("abort", () => {
      end();
    });
    request.on("error", end);
    request.on("information", measure);
    request.once("close", () => {
      end();
    });
    // Without a listener, Node.js reports a 101 neither as a response nor as an error.
    request.once("upgrade", ({ statusCode }, socket) => {
      status = statusCode;
      socket.destroy();
      end();
    });
    request.once("response", (response) => {
      status = response.statusCode ?? 0;
      rest = setTimeout(end, REST_MS);
      response.on("data", measure);
      // The status is known, so an error in the rest does not matter.
      response.on("error", () => undefined);
    });
    request.end(body);
  });

function pinnedTo(address: string): LookupFunction {
  const family = isIPv6(address) ? 6 : 4;
  return (_hostname, options, callback) => {
    if (options.all === true) callback(null, [{ address, family }]);
    else callback(null, address, family);
  };
}
