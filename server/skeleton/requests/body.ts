import { AsyncResource } from "node:async_hooks";
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import {
  bodyKindOf,
  byteBody,
  findBodyContent,
  contentsOf,
  hasBody,
  isStreamed,
  isUtf8Type,
  mediaTypeOf,
  type BodyContent,
  type Operation,
} from "@contract-toolkit/contract/messages";
import type { Exchange } from "../exchange.ts";
import type { Later } from "../maybe-async.ts";
import { ProblemError } from "../problem.ts";
import { SkeletonError } from "../errors.ts";
import { readRequestChunks, tooLarge } from "./streams/chunks.ts";
import { decodeBody, type Content } from "./content.ts";
import type { BodyLimits } from "./limits.ts";
import { headerLineValues } from "./parameters.ts";
import { isAlreadyRead, takeParsedBody } from "./parsed-body.ts";
import { UploadedBytes } from "./streams/streamed-body.ts";
import { UploadedEvents, type JudgeBody } from "./streams/uploaded-events.ts";
import { UploadedForm } from "./streams/uploaded-form.ts";

/** Reads and decodes the body of a request, if it has one, and stores it in the exchange. */
export type ReadBody = (exchange: Read) => Later;

type Read = Pick<Exchange<unknown>, "request" | "headers" | "content" | "isBodyRead">;

/**
 * Makes the body reader of an operation; undefined if it takes no body. Bytes and forms of several parts are left to the
 * handler. Behind a body parser, the parsed body is used.
 */
export function createBodyReader(
  { body }: Operation,
  limits: BodyLimits,
  judge: (contentType: string) => JudgeBody,
): ReadBody | undefined {
  if (!body) return undefined;
  const contents: readonly BodyContent[] = [body, ...(body.others ?? [])];
  const kinds = new Map(contents.map((content) => [content, bodyKindOf(content)]));
  // If the body is optional, no bytes mean no body.
  const form = body.required
    ? contents.find((content) => kinds.get(content) === "form")
    : undefined;
  return (exchange) => {
    const { request, headers } = exchange;
    if (!hasBody(headers)) {
      if (form && isFormRequest(headers, form)) exchange.content = { value: {}, violations: [] };
      return undefined;
    }
    const content = contentOfRequest(exchange, body);
    const kind = kinds.get(content) ?? bodyKindOf(content);
    const limitBytes = isStreamed(kind) ? limits.streamedBytes : limits.wholeBytes;
    if (Number(headers["content-length"] ?? 0) > limitBytes) throw tooLarge(limitBytes);
    const parsed = isAlreadyRead(request) && takeParsedBody(request, content, limitBytes);
    if (isStreamed(kind)) exchange.content = handOut(request, parsed, content, limits, judge);
    else if (parsed) exchange.content = parsed;
    else
      return readBytes(exchange, limitBytes, (bytes) => {
        exchange.isBodyRead = true;
        exchange.content = decodeBody(bytes, content, kind);
      });
    return undefined;
  };
}

/** A form without fields has no bytes (WHATWG URL Standard, section 5.2). Only its type distinguishes it from no body. */
function isFormRequest(headers: IncomingHttpHeaders, { contentType }: BodyContent): boolean {
  return mediaTypeOf(headers["content-type"] ?? "") === contentType;
}

function handOut(
  request: IncomingMessage,
  parsed: Content | false,
  content: BodyContent,
  limits: BodyLimits,
  judge: (contentType: string) => JudgeBody,
): Content {
  if (parsed && parsed.value === undefined) return parsed;
  const chunks =
    parsed && parsed.value instanceof Uint8Array
      ? byteBody(parsed.value)
      : readRequestChunks(request, limits);
  const type = request.headers["content-type"] ?? "";
  const { contentType } = content;
  switch (bodyKindOf(content)) {
    case "parts": {
      const form = new UploadedForm(chunks, type, content, limits, judge(contentType));
      return { value: form, violations: [] };
    }
    case "events":
      return { value: new UploadedEvents(chunks, contentType, judge(contentType)), violations: [] };
    default:
      return { value: new UploadedBytes(chunks), violations: [] };
  }
}

/** RFC 9110, section 8.3.1: case and parameters do not matter, but the text must be UTF-8. */
function contentOfRequest(
  { request, headers }: Read,
  documented: NonNullable<Operation["body"]>,
): BodyContent {
  // RFC 9112, section 6.1: Node.js decodes `chunked`, and ignores every coding before it.
  if ((headers["transfer-encoding"] ?? "chunked").toLowerCase() !== "chunked")
    throw new ProblemError({ kind: "malformed-request", status: 501 });
  const type = headers["content-type"] ?? "";
  const encoding = headers["content-encoding"] ?? "identity";
  const content = findBodyContent(documented, type);
  // Of two types, Node.js keeps the first in `headers`.
  const isOne = headerLineValues(request, "content-type").every(
    (fieldLine, _, [first]) => fieldLine === first,
  );
  if (content && encoding.toLowerCase() === "identity" && isOne && isUtf8Type(type)) return content;
  const types = contentsOf(documented).map(({ contentType }) => contentType);
  const further = content
    ? ", without Content-Encoding, another charset than UTF-8 or a second type"
    : "";
  throw new ProblemError({ kind: "unsupported-media-type", expected: types.join(", ") + further });
}

/** Reads all bytes, up to a limit, and continues in the asynchronous context of the request. Events run in another one. */
function readBytes(
  { request, headers }: Read,
  limitBytes: number,
  use: (bytes: Buffer) => void,
): Later {
  const announced = headers["content-length"];
  const lastByte = announced === undefined ? Infinity : Number(announced);
  const chunks: Buffer[] = [];
  let length = 0;
  return (done, failed) => {
    // Otherwise no event would arrive.
    if (request.destroyed) {
      failed(createUploadAbortedError(request));
      return;
    }
    const context = new AsyncResource("RequestBody");
    const fail = (error: unknown) => {
      request.off("data", onData).off("end", end).off("close", onClose);
      context.runInAsyncScope(failed, undefined, error);
    };
    const end = () => {
      // Node.js releases a request with more listeners later.
      request.off("close", onClose);
      try {
        use(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks));
      } catch (error) {
        fail(error);
        return;
      }
      context.runInAsyncScope(done);
    };
    const onClose = () => {
      fail(createUploadAbortedError(request));
    };
    const onData = (chunk: Buffer) => {
      length += chunk.length;
      chunks.push(chunk);
      if (length > limitBytes) {
        request.pause();
        fail(tooLarge(limitBytes));
      } else if (length === lastByte) end();
    };
    request.on("data", onData).on("close", onClose);
    if (announced === undefined) request.on("end", end);
  };
}

function createUploadAbortedError({ errored: cause }: IncomingMessage): SkeletonError {
  return new SkeletonError("client-gone", "The client went away while sending its request.", {
    cause,
  });
}
