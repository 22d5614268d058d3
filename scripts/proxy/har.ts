import { validateHeaderName, validateHeaderValue } from "node:http";
import { isObject, isStatusWithoutBody } from "@contract-toolkit/contract";
import {
  itemsOrEmpty,
  nodeOrEmpty,
  nodesIn,
  type Node,
} from "@contract-toolkit/schemas/documents/nodes";
import { UsageError } from "@contract-toolkit/schemas/usage-error";
import type { WireExchange } from "./exchange.ts";

/** An exchange of a HAR file, which may be with any server. */
export interface HarExchange {
  readonly url: URL;
  readonly wire: WireExchange;
}

/**
 * Reads a HAR file (format 1.2), as browsers and proxies write it.
 *
 * @param text of the file
 * @param name of the file, for errors
 * @throws {UsageError} when it is no HAR file
 */
export function readHar(text: string, name: string): HarExchange[] {
  const { entries } = nodeOrEmpty(nodeOrEmpty(parseJson(text, name))["log"]);
  if (!Array.isArray(entries))
    throw new UsageError(`${name} is no HAR file: it has no list of entries at /log/entries.`);
  return nodesIn(entries).flatMap((entry) => {
    const request = nodeOrEmpty(entry["request"]);
    const url = URL.parse(String(request["url"]));
    // Pages also load data: and blob: addresses.
    if (!url || !/^https?:$/.test(url.protocol)) return [];
    const { startedDateTime, time } = entry;
    return [
      {
        url,
        wire: {
          receivedAt: Date.parse(String(startedDateTime)) || 0,
          durationMs: Math.max(0, Number(time) || 0),
          request: {
            method: String(request["method"]).toUpperCase(),
            target: url.pathname + url.search,
            headers: headersOf(request),
            body: requestBody(request),
          },
          response: readResponse(nodeOrEmpty(entry["response"]), request["method"] === "HEAD"),
        },
      },
    ];
  });
}

function parseJson(text: string, name: string): unknown {
  try {
    // Some tools begin with U+FEFF.
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    throw new UsageError(`${name} is no HAR file: it is not JSON. ${String(error)}.`);
  }
}

/** Headers as HTTP/1.1 has them. Bodies are stored without their coding. */
function headersOf({ headers }: Node): string[] {
  return nodesIn(headers).flatMap(({ name, value }) => {
    if (typeof name !== "string" || name.toLowerCase() === "content-encoding") return [];
    // Chrome joins the lines of Set-Cookie.
    return String(value)
      .split("\n")
      .flatMap((line) => (isHeader(name, line) ? [name, line] : []));
  });
}

/** False for the request line, which HTTP/2 has among its headers (RFC 9113, section 8.3), and for what no connection carries. */
function isHeader(name: string, value: string): boolean {
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    return true;
  } catch {
    return false;
  }
}

function readResponse(response: Node, isOfHead: boolean): WireExchange["response"] {
  const status = Number(response["status"]);
  if (!(status >= 100)) return "the request was blocked, or failed";
  const hasNoBody = isOfHead || isStatusWithoutBody(status);
  const body = hasNoBody ? Buffer.alloc(0) : responseBody(nodeOrEmpty(response["content"]));
  return { status, headers: headersOf(response), body };
}

function responseBody({ text, encoding, size }: Node): Buffer | string {
  const length = Number(size) || 0;
  if (typeof text !== "string")
    return length > 0 ? "the file does not have the body" : Buffer.alloc(0);
  const bytes = Buffer.from(text, encoding === "base64" ? "base64" : "utf8");
  return bytes.length < length ? "the file has only a part of the body" : bytes;
}

function requestBody(request: Node): Buffer | string {
  const posted = request["postData"];
  if (!isObject(posted))
    return Number(request["bodySize"]) > 0 ? "the file does not have the body" : Buffer.alloc(0);
  const { text, encoding, params, mimeType } = posted;
  if (typeof text === "string" && (text !== "" || itemsOrEmpty(params).length === 0))
    return Buffer.from(text, encoding === "base64" ? "base64" : "utf8");
  if (!String(mimeType).startsWith("application/x-www-form-urlencoded"))
    return "the file does not have the body";
  const pairs = nodesIn(params).map(({ name, value = "" }) => [String(name), String(value)]);
  return Buffer.from(new URLSearchParams(pairs).toString());
}
