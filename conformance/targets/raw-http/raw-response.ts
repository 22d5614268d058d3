import { readHttpResponse, parseRawHeaders, type HttpResponse } from "../send.ts";

export interface ParsedResponse {
  readonly response: HttpResponse;
  readonly length: number;
  /** Whether the connection ends after the response (RFC 9112, section 9.3). */
  readonly isLast: boolean;
}

/**
 * Reads the first response in some bytes (RFC 9112).
 *
 * @param method method of the request, which decides whether there is a body
 * @param isEnded whether the connection has ended
 * @returns undefined while the response is incomplete
 * @throws {Error} when the bytes are not a response
 */
export function parseResponse(
  bytes: Buffer,
  method: string,
  isEnded: boolean,
  start = 0,
): ParsedResponse | undefined {
  const headEnd = bytes.indexOf("\r\n\r\n", start);
  if (headEnd < 0) return undefined;
  const [statusLine = "", ...lines] = bytes.toString("latin1", start, headEnd).split("\r\n");
  const [, minor, code] = /^HTTP\/1\.(\d) (\d{3})(?: |$)/.exec(statusLine) ?? [];
  if (code === undefined) throw new Error(`the response begins with ${JSON.stringify(statusLine)}`);
  const status = Number(code);
  const bodyStart = headEnd + 4;
  // Interim responses come before the final one (RFC 9110, section 15.2).
  if (status < 200) return parseResponse(bytes, method, isEnded, bodyStart);
  const headers = parseRawHeaders(lines.flatMap(parseHeaderLine));
  const isEmpty = method === "HEAD" || status === 204 || status === 304;
  const body = isEmpty
    ? { bytes: Buffer.alloc(0), length: 0 }
    : splitRawBody(bytes.subarray(bodyStart), headers, isEnded);
  if (!body) return undefined;
  const connection = headers.get("connection")?.toLowerCase() ?? "";
  return {
    response: readHttpResponse(status, headers, body.bytes),
    length: bodyStart + body.length,
    isLast: connection.includes("close") || minor === "0" || "isToTheEnd" in body,
  };
}

function parseHeaderLine(line: string): [string, string] {
  const colon = line.indexOf(":");
  if (colon <= 0) throw new Error(`the response has the header line ${JSON.stringify(line)}`);
  return [line.slice(0, colon), line.slice(colon + 1).trim()];
}

/** RFC 9112, section 6.3. */
function splitRawBody(bytes: Buffer, headers: Headers, isEnded: boolean) {
  if (/\bchunked\b/i.test(headers.get("transfer-encoding") ?? "")) return decodeChunkedBody(bytes);
  const given = headers.get("content-length");
  if (given !== null) {
    if (!/^\d{1,15}$/.test(given))
      throw new Error(`the response has the Content-Length ${JSON.stringify(given)}`);
    const length = Number(given);
    return bytes.length < length ? undefined : { bytes: bytes.subarray(0, length), length };
  }
  return isEnded ? { bytes, length: bytes.length, isToTheEnd: true } : undefined;
}

function decodeChunkedBody(bytes: Buffer) {
  const chunks: Buffer[] = [];
  let at = 0;
  for (;;) {
    const lineEnd = bytes.indexOf("\r\n", at);
    if (lineEnd < 0) return undefined;
    const line = bytes.toString("latin1", at, lineEnd);
    const [, digits] = /^([\da-f]{1,12})[ \t]*(?:;|$)/i.exec(line) ?? [];
    if (digits === undefined)
      throw new Error(`the response has a chunk of the size ${JSON.stringify(line)}`);
    const size = Number.parseInt(digits, 16);
    const start = lineEnd + 2;
    if (size === 0) {
      const end = trailerEnd(bytes, start);
      return end === undefined ? undefined : { bytes: Buffer.concat(chunks), length: end };
    }
    const end = start + size;
    if (bytes.length < end + 2) return undefined;
    if (bytes.toString("latin1", end, end + 2) !== "\r\n")
      throw new Error("the response has a chunk that is longer than its size");
    chunks.push(bytes.subarray(start, end));
    at = end + 2;
  }
}

function trailerEnd(bytes: Buffer, start: number): number | undefined {
  if (bytes.indexOf("\r\n", start) === start) return start + 2;
  const end = bytes.indexOf("\r\n\r\n", start);
  return end < 0 ? undefined : end + 4;
}
