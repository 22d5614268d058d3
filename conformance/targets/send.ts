import { isUtf8 } from "node:buffer";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import type { Duplex } from "node:stream";
import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";
import { isBinaryType, isEventsType } from "@contract-toolkit/contract";
import { hungUp, noResponse } from "../errors.ts";
import type { WireRequest } from "../request.ts";

/** Much longer than any response takes. A later response counts as none. */
export const PATIENCE_MS = 10_000;

export interface HttpResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Whether the bytes were UTF-8. If not, the text has replacement characters. */
  readonly isUtf8: boolean;
  /** Why the body could not be decoded with the response's Content-Encoding. The text is empty then. */
  readonly illegible?: string;
}

/**
 * Sends a request with its own headers and those that HTTP/1.1 needs (Host, Connection, Content-Length). `fetch` would add
 * others, such as `Accept-Language: *`, which a contract may forbid. Redirects are not followed.
 *
 * @throws {ConformanceError} `no-response`, when the response does not come in time
 */
export async function sendWireRequest(
  request: WireRequest,
  patienceMs: number,
): Promise<HttpResponse> {
  const signal = AbortSignal.timeout(patienceMs);
  try {
    const response = await sendHttpRequest(request, signal);
    const body = await readBodyBytes(response);
    // Without a length, Node.js takes the closed connection for the end of the body.
    signal.throwIfAborted();
    return readHttpResponse(response.statusCode ?? 0, parseRawHeaders(response.rawHeaders), body);
  } catch (error) {
    if (signal.aborted) throw noResponse(patienceMs);
    throw error;
  }
}

/** Reads the body. A stream of events may never end, so it is read until it is silent. */
async function readBodyBytes(response: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  let isSilent = false as boolean;
  const silence = isEventsType(response.headers["content-type"] ?? "")
    ? setTimeout(() => {
        isSilent = true;
        response.destroy();
      }, SILENCE_MS)
    : undefined;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      silence?.refresh();
      length += chunk.length;
      if (length > MOST_BYTES) throw new Error(`the response has more than ${MOST_BYTES} bytes`);
      chunks.push(chunk);
    }
  } catch (error) {
    if (!isSilent) throw error;
  } finally {
    clearTimeout(silence);
  }
  return Buffer.concat(chunks);
}

/** Longer than pauses in what a server sends at once. */
const SILENCE_MS = 1_000;

/** Larger than any useful response, also when it is decompressed, and small enough for memory. */
export const MOST_BYTES = 100_000_000;

export function readHttpResponse(status: number, headers: Headers, sent: Buffer): HttpResponse {
  const encoding = headers.get("content-encoding") ?? "";
  const bytes = decompressBody(sent, encoding);
  if (bytes === undefined)
    return {
      status,
      headers,
      text: "",
      isUtf8: true,
      illegible: `content-encoding: the body is not in the encoding ${encoding}, or has more than ${MOST_BYTES} bytes in it`,
    };
  return {
    status,
    headers,
    text: isBinaryType(headers.get("content-type") ?? "")
      ? bytes.toString("base64")
      : new TextDecoder().decode(bytes),
    isUtf8: isUtf8(bytes),
  };
}

function sendHttpRequest(wireRequest: WireRequest, signal: AbortSignal): Promise<IncomingMessage> {
  const { url, method, headers, body, encoding } = wireRequest;
  const request = url.protocol === "https:" ? httpsRequest : httpRequest;
  // With a body given as a string, Node.js would write the headers in UTF-8. HTTP has single bytes there.
  const bytes = body === undefined ? undefined : Buffer.from(body, encoding ?? "utf8");
  // Others get a connection of their own.
  const agent = ["GET", "HEAD", "OPTIONS"].includes(method) ? undefined : false;
  const mayHaveBody = body !== undefined || ["POST", "PUT", "PATCH"].includes(method);
  return new Promise((resolve, reject) => {
    const sent = request(url, {
      method,
      headers: { ...headers, ...(mayHaveBody && { "Content-Length": bytes?.length ?? 0 }) },
      signal,
      agent,
    });
    const refuseSwitch = (_: unknown, socket: Duplex) => {
      socket.destroy();
      reject(new Error("the server switched protocols (101), which no request asks for"));
    };
    sent.on("response", (response) => {
      // Without the header Upgrade, it looks complete, and the connection would be kept.
      if (response.statusCode === 101) refuseSwitch(response, response.socket);
      else resolve(response);
    });
    // Without this listener, Node.js reports a 101 neither as a response nor as an error.
    sent.on("upgrade", refuseSwitch);
    sent.on("error", (error) => {
      // A server may close an idle connection at any time (RFC 9112, section 9.5), even while a request is on its way.
      // It may have acted on the request, so only a safe one is sent again (RFC 9110, section 9.2.2).
      if (sent.reusedSocket && isClosedConnection(error))
        resolve(sendHttpRequest(wireRequest, signal));
      else reject(isClosedConnection(error) ? hungUp(error) : withMessage(error));
    });
    sent.end(bytes);
  });
}

function isClosedConnection(error: Error): boolean {
  return "code" in error && (error.code === "ECONNRESET" || error.code === "EPIPE");
}

/** The error for a host with several addresses has no message itself. */
function withMessage(error: Error): Error {
  if (!(error instanceof AggregateError) || error.message !== "") return error;
  const causes = error.errors.map((error) =>
    error instanceof Error ? error.message : String(error),
  );
  return new Error(causes.join("; "), { cause: error });
}

/** Reads a list of names and values in turn. */
export function parseRawHeaders(rawHeaders: readonly string[]): Headers {
  const headers = new Headers();
  for (let at = 0; at < rawHeaders.length; at += 2)
    headers.append(rawHeaders[at] ?? "", rawHeaders[at + 1] ?? "");
  return headers;
}

/**
 * Decodes a body. A server may encode a response if the request does not forbid it (RFC 9110, section 12.5.3).
 *
 * @returns undefined if it is not in the encoding, or is too large
 */
export function decompressBody(bytes: Buffer, encoding: string): Buffer | undefined {
  const name = encoding.trim().toLowerCase();
  if (bytes.length === 0 || name === "" || name === "identity") return bytes;
  try {
    return decoders.get(name)?.(bytes, { maxOutputLength: MOST_BYTES });
  } catch {
    // The caller reports the encoding, which says enough.
    return undefined;
  }
}

const decoders: ReadonlyMap<
  string,
  (bytes: Buffer, limits: { maxOutputLength: number }) => Buffer
> = new Map([
  ["gzip", gunzipSync],
  ["x-gzip", gunzipSync],
  ["deflate", inflateSync],
  ["br", brotliDecompressSync],
]);
