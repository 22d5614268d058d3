import type { ServerResponse } from "node:http";
import {
  hasBody,
  toByteChunks,
  headerText,
  isEventsType,
  isContainer,
  writeEvent,
  writeXml,
  type ByteSource,
  type Operation,
} from "@contract-toolkit/contract/messages";
import type { Exchange } from "../exchange.ts";
import { invalidResponse, type Problem } from "../problem.ts";
import { isEvents, planOfResponse, type ContentPlan } from "./response-plan.ts";
import { findResponseHeader, noHeaders, type PreparedResponse } from "./response.ts";
import { describeResponse, type CheckResponse } from "./check-response.ts";
import { writeStream } from "./write-stream.ts";

interface StreamOptions {
  readonly check: CheckResponse;
  readonly idleTimeoutMs: number;
}

/**
 * Writes a validated response: JSON, the text of a `text/*` response, bytes, or events.
 *
 * @returns undefined if everything was written; for a stream, resolves at its end with what was wrong, if anything
 * @throws {ProblemError} if it cannot be written; nothing has been sent then
 */
export function writeResponse(
  exchange: Exchange<unknown>,
  response: PreparedResponse,
  streams?: StreamOptions,
): Promise<Problem | undefined> | undefined {
  exchange.release?.();
  try {
    return writePreparedResponse(exchange, response, streams);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw invalidResponse(`${describeResponse(exchange.operation, response.status)}: ${reason}`);
  }
}

function writePreparedResponse(
  exchange: Exchange<unknown>,
  result: PreparedResponse,
  streams: StreamOptions | undefined,
): Promise<Problem | undefined> | undefined {
  const { request, response } = exchange;
  const headers = listHeaderFields(result);
  // Otherwise the rest of the body would be taken for the next request of the connection.
  if (!request.complete && !exchange.isBodyRead && hasBody(exchange.headers))
    headers.push("Connection", "close");
  const { content } = planOfResponse(exchange.operation, result);
  if (result.body === undefined || content === undefined) {
    const length = lengthWithoutBody(exchange.operation, result);
    if (length !== undefined) headers.push("Content-Length", length);
    const type =
      exchange.operation?.method === "HEAD" && findResponseHeader(result, "content-type");
    if (type) headers.push("Content-Type", String(type));
    writeHead(response, result.status, headers).end();
    return undefined;
  }
  if (content.kind === "bytes" || content.kind === "events") {
    headers.push("Content-Type", content.header);
    if (result.body instanceof Uint8Array) {
      headers.push("Content-Length", String(result.body.length));
      writeHead(response, result.status, headers).end(result.body);
      return undefined;
    }
    return stream(exchange, result, content, headers, streams);
  }
  const text = writeContentText(content, result.body);
  exchange.sentText = text;
  const length = Buffer.byteLength(text);
  headers.push("Content-Type", content.header, "Content-Length", String(length));
  // If every character takes one byte, the text is ASCII. Node writes the same bytes faster as Latin-1.
  const encoding = length === text.length ? "latin1" : "utf8";
  writeHead(response, result.status, headers).end(text, encoding);
  return undefined;
}

function writeContentText(content: ContentPlan, body: unknown): string {
  if (content.kind === "xml") return writeXml(body, content);
  return content.kind === "text" && typeof body === "string" ? body : JSON.stringify(body);
}

/** RFC 9110, section 8.6: in responses to HEAD, and in a 304, the length is that of the body that GET would get. */
function lengthWithoutBody(
  operation: Operation | undefined,
  response: PreparedResponse,
): string | undefined {
  if (response.status === 204) return undefined;
  if (response.status !== 304 && operation?.method !== "HEAD") return "0";
  return findResponseHeader(response, "content-length")?.toString();
}

function stream(
  { request, response, operation }: Exchange<unknown>,
  result: PreparedResponse,
  content: ContentPlan,
  headers: Fields,
  streams: StreamOptions | undefined,
): Promise<Problem | undefined> {
  const { body } = result;
  const isOfEvents = content.kind === "events";
  if (!streams || (!isEvents(body) && !(body instanceof Blob)))
    throw new TypeError(`${content.contentType} must be bytes, or a stream of them`);
  const length = contentLength(result);
  if (length !== undefined) headers.push("Content-Length", String(length));
  const isEventStream = isOfEvents || isEventsType(content.contentType);
  if (isEventStream) {
    // Proxies would keep events back.
    if (findResponseHeader(result, "cache-control") === undefined)
      headers.push("Cache-Control", "no-store");
    if (findResponseHeader(result, "x-accel-buffering") === undefined)
      headers.push("X-Accel-Buffering", "no");
  }
  const chunks = isOfEvents
    ? eventChunks(body as AsyncIterable<unknown>, content, (event) =>
        streams.check(operation, result, [event]),
      )
    : toByteChunks(body as ByteSource);
  return writeStream(response, chunks, {
    body,
    head: () => writeHead(response, result.status, headers),
    title: describeResponse(operation, result.status),
    hasBody: request.method !== "HEAD",
    isHeadFirst: isOfEvents,
    isFlushed: isEventStream,
    length,
    idleTimeoutMs: streams.idleTimeoutMs,
  });
}

/** Writes each event after it was validated, and an immutable event once for all streams of its content. */
async function* eventChunks(
  events: AsyncIterable<unknown> | Iterable<unknown>,
  content: ContentPlan,
  check: (event: unknown) => unknown,
): AsyncGenerator<Uint8Array> {
  const written = writtenEvents.get(content) ?? new WeakMap<object, Uint8Array>();
  writtenEvents.set(content, written);
  for await (const event of events) {
    const known = isContainer(event) ? written.get(event) : undefined;
    if (known !== undefined) {
      yield known;
      continue;
    }
    await check(event);
    const chunk = Buffer.from(writeEvent(event, content.contentType));
    if (isContainer(event) && isImmutable(event)) written.set(event, chunk);
    yield chunk;
  }
}

const writtenEvents = new WeakMap<ContentPlan, WeakMap<object, Uint8Array>>();

/** Whether a value is frozen with everything in it. */
function isImmutable(value: unknown): boolean {
  if (!isContainer(value)) return true;
  const isPlain = Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
  return isPlain && Object.isFrozen(value) && Object.values(value).every(isImmutable);
}

function contentLength(response: PreparedResponse): number | undefined {
  if (response.body instanceof Blob) return response.body.size;
  const given = findResponseHeader(response, "content-length");
  return given === undefined ? undefined : Number(given);
}

/** Names and values alternate, which Node writes fastest. */
type Fields = string[];

function listHeaderFields({ headers }: PreparedResponse): Fields {
  const fields: Fields = [];
  if (headers === noHeaders) return fields;
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || isOfBody(name)) continue;
    // RFC 9110, section 5.3: cookies cannot be joined by commas.
    if (Array.isArray(value) && name.toLowerCase() === "set-cookie")
      for (const cookie of value) fields.push(name, String(cookie));
    else fields.push(name, headerText(value));
  }
  return fields;
}

function isOfBody(name: string): boolean {
  const lower = name.toLowerCase();
  return lower === "content-type" || lower === "content-length";
}

function writeHead(response: ServerResponse, status: number, headers: Fields): ServerResponse {
  try {
    return response.writeHead(status, headers);
  } catch (error) {
    // Node keeps the headers before the refused one, and would send them with the next response.
    for (let at = 0; at < headers.length; at += 2) response.removeHeader(headers[at] ?? "");
    throw error;
  }
}
