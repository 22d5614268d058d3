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

/** A receiver's answer is not read; a longer one than this is cut off. */
const LONGEST_ANSWER_BYTES = 65_536;

/**
 * Posts a callback over a connection to the checked address and to no other:
 * whatever the host's name resolves to by now, and wherever the answer
 * redirects to.
 *
 * @throws Error when there is no answer, AbortError when `signal` says so
 */
export const post: Post = ({ url, address }, { body, headers }, signal) =>
  new Promise((resolve, reject) => {
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
      signal,
    });
    request.once("error", reject);
    request.once("response", (response) => {
      resolve(response.statusCode ?? 0);
      let received = 0;
      response.on("data", (chunk: Buffer) => {
        received += chunk.length;
        if (received > LONGEST_ANSWER_BYTES) response.destroy();
      });
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
