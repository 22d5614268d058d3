import { Agent as HttpAgent, request as httpRequest } from "node:http";
import type { ClientRequest, IncomingMessage } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { finished } from "node:stream/promises";
import { hasBody, hopByHopHeaders, isEventsType } from "@contract-toolkit/contract";
import { isSafeMethod, MOST_BODY_BYTES, withoutHeaders } from "./exchange.ts";

/** Sends requests on to a server. */
export interface Upstream {
  /**
   * Opens a request like the one that was received. The caller writes its body.
   *
   * @param body if it is sent as a whole
   */
  readonly open: (request: IncomingMessage, body?: Buffer) => ClientRequest;
  readonly close: () => void;
}

/** @param timeoutMs how long the server may be silent before its response */
export function createUpstream(to: URL, timeoutMs: number): Upstream {
  const isSecure = to.protocol === "https:";
  const send = isSecure ? httpsRequest : httpRequest;
  const reused = isSecure
    ? new HttpsAgent({ keepAlive: true })
    : new HttpAgent({ keepAlive: true });
  return {
    open(request, body) {
      const { method, url = "/" } = request;
      const sent = send(new URL(to.origin), {
        method,
        path: to.pathname.replace(/\/$/, "") + url,
        headers: requestHeaders(request, to.host, body),
        timeout: timeoutMs,
        // The server may close an idle connection while a request is on its way. Only what is safe and has no body may be sent again
        // (RFC 9110, section 9.2.2).
        agent: isSafeMethod(method) && !hasBody(request.headers) ? reused : false,
      });
      return sent.on("timeout", () => {
        sent.destroy(new SilentServerError(`The server was silent for ${timeoutMs / 1000} s.`));
      });
    },
    close() {
      reused.destroy();
    },
  };
}

/** The server did not respond in time. */
export class SilentServerError extends Error {
  readonly code = "server-silent";
}

/** The headers that pass, with the server's host and the length of the body. */
function requestHeaders(
  request: IncomingMessage,
  host: string,
  body: Buffer | undefined,
): string[] {
  const { headers } = request;
  const isWhole = body !== undefined;
  const kept = withoutHeaders(
    passingHeaders(request),
    (name) => name === "host" || (isWhole && (name === "expect" || name === "content-length")),
  );
  const length = !isWhole
    ? headers["transfer-encoding"] === undefined
      ? []
      : ["Transfer-Encoding", "chunked"]
    : hasBody(headers)
      ? ["Content-Length", String(body.length)]
      : [];
  return ["Host", host, ...kept, ...length];
}

/** Everything but the headers of the connection (RFC 9110, section 7.6.1), in the same order. */
export function passingHeaders({ rawHeaders, headers }: IncomingMessage): string[] {
  const names = headers.connection?.toLowerCase().split(",") ?? [];
  const named = new Set(names.map((name) => name.trim()));
  // It frames the body, whatever the connection's headers are.
  named.delete("content-length");
  return withoutHeaders(rawHeaders, (name) => hopByHopHeaders.includes(name) || named.has(name));
}

/**
 * Collects a body while it passes.
 *
 * @returns a function that returns what has arrived; a text says why it is not the whole body
 */
export function collectBody(message: IncomingMessage): () => Buffer | string {
  const chunks: Buffer[] = [];
  let length = 0;
  message.on("data", (chunk: Buffer) => {
    length += chunk.length;
    if (length <= MOST_BODY_BYTES) chunks.push(chunk);
    else chunks.length = 0;
  });
  return () => {
    if (length > MOST_BODY_BYTES) return `the body has more than ${MOST_BODY_BYTES} bytes`;
    const body = Buffer.concat(chunks);
    if (message.complete) return body;
    // A stream of events usually ends when its reader leaves.
    if (!isEventsType(message.headers["content-type"] ?? "")) return "the body was cut off";
    return body.subarray(0, body.lastIndexOf("\n\n") + 2);
  };
}

/** Reads a body that is held back. */
export async function readHeldBody(message: IncomingMessage): Promise<Buffer | string> {
  const collected = collectBody(message);
  await finished(message).catch(() => undefined);
  return collected();
}
