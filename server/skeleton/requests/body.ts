import type { IncomingMessage } from "node:http";
import {
  bodyKindOf,
  byteBody,
  contentOf,
  contentsOf,
  isStreamed,
  isUtf8Type,
  mediaTypeOf,
  type BodyContent,
  type Operation,
} from "@contract-toolkit/kernel/messages";
import { ProblemError } from "../problem.ts";
import { ClientGoneError, readChunks, tooLarge, type TransferLimits } from "./streams/chunks.ts";
import { decode, type Content } from "./content.ts";
import { isAlreadyRead, takeParsedBody } from "./parsed-body.ts";
import { UploadedBytes } from "./streams/streamed-body.ts";
import { UploadedForm, type FormLimits, type JudgeForm } from "./streams/uploaded-form.ts";

/** What the bodies of an operation are held to. */
export interface BodyLimits extends FormLimits {
  /** Of what is read as a whole. */
  readonly wholeBytes: number;
  /** Of what is read while it comes. */
  readonly streamed: TransferLimits;
}

/** Reads and decodes the body of a request, and gives it away; undefined: there is none. */
export type ReadBody = (
  request: IncomingMessage,
  use: (content: Content) => void,
) => Promise<void> | undefined;

/**
 * Makes the reader of an operation's bodies. Bytes and forms of several parts are left to whoever reads them. Where a body
 * parser has read a body before, what the parser made of it is taken.
 *
 * @param judge of forms of several parts
 * @returns throws a {ProblemError} for a wrong content type, or too many bytes; a {BodyAlreadyReadError} where what a parser
 * has left cannot be taken; rejects with a {ClientGoneError}. Undefined where the operation takes no body.
 */
export function createBodyReader(
  { body }: Operation,
  limits: BodyLimits,
  judge: (contentType: string) => JudgeForm,
): ReadBody | undefined {
  if (!body) return undefined;
  const contents: readonly BodyContent[] = [body, ...(body.others ?? [])];
  const kinds = new Map(contents.map((content) => [content, bodyKindOf(content)]));
  // Where a body may be absent, none is sent by those who send no bytes.
  const form = body.required
    ? contents.find((content) => kinds.get(content) === "form")
    : undefined;
  return (request, use) => {
    if (!hasBody(request)) {
      if (form && isForm(request, form)) use({ value: {}, faults: [] });
      return undefined;
    }
    const content = contentOfRequest(request, body);
    const kind = kinds.get(content) ?? bodyKindOf(content);
    const limitBytes = isStreamed(kind) ? limits.streamed.limitBytes : limits.wholeBytes;
    if (Number(request.headers["content-length"] ?? 0) > limitBytes) throw tooLarge(limitBytes);
    const parsed = isAlreadyRead(request) && takeParsedBody(request, content, limitBytes);
    if (isStreamed(kind)) use(handOut(request, parsed, content, limits, judge));
    else if (parsed) use(parsed);
    else
      return readBytes(request, limitBytes, (bytes) => {
        use(decode(bytes, content, kind));
      });
    return undefined;
  };
}

/** A form without a field has no bytes (WHATWG URL Standard, section 5.2), so that only its type tells it from no body. */
function isForm({ headers }: IncomingMessage, { contentType }: BodyContent): boolean {
  return mediaTypeOf(headers["content-type"] ?? "") === contentType;
}

/** What is read while it comes. */
function handOut(
  request: IncomingMessage,
  parsed: Content | false,
  content: BodyContent,
  limits: BodyLimits,
  judge: (contentType: string) => JudgeForm,
): Content {
  if (parsed && parsed.value === undefined) return parsed;
  const chunks =
    parsed && parsed.value instanceof Uint8Array
      ? byteBody(parsed.value)
      : readChunks(request, limits.streamed);
  const type = request.headers["content-type"] ?? "";
  const value =
    bodyKindOf(content) === "parts"
      ? new UploadedForm(chunks, type, content, limits, judge(content.contentType))
      : new UploadedBytes(chunks);
  return { value, faults: [] };
}

/** RFC 9112, section 6.3: a request has a body when it has a Transfer-Encoding or a Content-Length. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

/** RFC 9110, section 8.3.1: whatever the case and the parameters, as long as the text is UTF-8. */
function contentOfRequest(
  { headers }: IncomingMessage,
  documented: NonNullable<Operation["body"]>,
): BodyContent {
  const type = headers["content-type"] ?? "";
  const encoding = headers["content-encoding"] ?? "identity";
  const content = contentOf(documented, type);
  if (content && encoding.toLowerCase() === "identity" && isUtf8Type(type)) return content;
  const expected = contentsOf(documented).map(({ contentType }) => contentType);
  throw new ProblemError({ kind: "unsupported-media-type", expected: expected.join(", ") });
}

/** Reads all bytes, up to a limit, and gives them away. A promise keeps the asynchronous context, which events lose. */
function readBytes(
  request: IncomingMessage,
  limitBytes: number,
  use: (bytes: Buffer) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    // It tells nobody any more.
    if (request.destroyed) reject(clientGone(request));
    const announced = request.headers["content-length"];
    const lastByte = announced === undefined ? Infinity : Number(announced);
    const chunks: Buffer[] = [];
    let length = 0;
    const end = () => {
      // Node is slower to let go of a request that has further listeners.
      request.off("close", onClose);
      try {
        use(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks));
        resolve();
      } catch (error) {
        reject(error instanceof Error ? error : new Error(String(error)));
      }
    };
    const onClose = () => {
      if (length !== lastByte && !request.readableEnded) reject(clientGone(request));
    };
    request.on("data", (chunk: Buffer) => {
      length += chunk.length;
      if (length > limitBytes) {
        request.removeAllListeners("data");
        request.pause();
        reject(tooLarge(limitBytes));
      } else {
        chunks.push(chunk);
        if (length === lastByte) end();
      }
    });
    if (announced === undefined) request.on("end", end);
    request.on("close", onClose);
  });
}

function clientGone({ errored: cause }: IncomingMessage): ClientGoneError {
  return new ClientGoneError("The client went away while sending its request.", { cause });
}
