import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { isIPv6, type LookupFunction } from "node:net";
import type { Callback } from "../callback.ts";
import type { CheckedReceiver } from "./receiver-url.ts";

/** Sends a callback and answers the receiver's HTTP status. */
export type Post = (
  receiver: CheckedReceiver,
  callback: Callback,
  signal: AbortSignal,
) => Promise<number>;

/** An answer's content is not used; a longer one than this is cut off, informational answers (RFC 9110, 15.2) included. */
const LONGEST_ANSWER_BYTES = 65_536;

/** How long the rest of an answer may take after its status. Some servers stop their work when the connection is closed under them. */
const REST_MS = 1000;

/**
 * Posts a callback over a connection to the checked address and to no other:
 * whatever the host's name resolves to by now, and wherever the answer
 * redirects to. When it settles, the connection is closed.
 *
 * @param signal ends it whatever the receiver does; a status that has come by then is the answer
 * @throws Error when there is no answer
 */
export const post: Post = ({ url, address }, { body, headers }, signal) =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const send = url.protocol === "https:" ? requestHttps : requestHttp;
    const request = send(url, {
      method: "POST",
      headers: {
        ...headers,
        "Content-Type": "application/json",
        "Content-Length": Buffer.byteLength(body),
        "User-Agent": "payment-gateway",
      },
      // A pooled connection could be one to an address that was checked for another URL.
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
      if ((request.socket?.bytesRead ?? 0) > LONGEST_ANSWER_BYTES) end();
    };
    signal.addEventListener("abort", () => {
      end();
    });
    request.on("error", end);
    request.on("information", measure);
    request.once("close", () => {
      end();
    });
    // Without a listener, Node.js tells of a 101 neither as a response nor as an error.
    request.once("upgrade", ({ statusCode }, socket) => {
      status = statusCode;
      socket.destroy();
      end();
    });
    request.once("response", (response) => {
      status = response.statusCode ?? 0;
      rest = setTimeout(end, REST_MS);
      response.on("data", measure);
      // What becomes of the rest changes nothing.
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
