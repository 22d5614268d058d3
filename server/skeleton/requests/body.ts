import type { IncomingMessage } from "node:http";
import {
  bodyKindOf,
  byteBody,
  contentOf,
  contentsOf,
  isStreamed,
  isUtf8Type,
  type BodyContent,
  type Operation,
} from "@contract-toolkit/kernel";
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

/**
 * Reads and decodes the body of a request, or returns undefined where there is none. Bytes and forms of several parts are left to
 * whoever reads them. Where a body parser has read it before, what the parser made of it is taken.
 *
 * @param judge of forms of several parts
 * @throws {ProblemError} for a wrong content type, or too many bytes.
 * @throws {BodyAlreadyReadError} where what a parser has left cannot be taken.
 * @throws {ClientGoneError}
 */
export function readBody(
  request: IncomingMessage,
  { body }: Operation,
  limits: BodyLimits,
  judge: (contentType: string) => JudgeForm,
): Promise<Content> | undefined {
  if (!body || !hasBody(request)) return undefined;
  return readContent(request, body, limits, judge);
}

async function readContent(
  request: IncomingMessage,
  documented: NonNullable<Operation["body"]>,
  limits: BodyLimits,
  judge: (contentType: string) => JudgeForm,
): Promise<Content> {
  const content = contentOfRequest(request, documented);
  const kind = bodyKindOf(content);
  const limitBytes = isStreamed(kind) ? limits.streamed.limitBytes : limits.wholeBytes;
  if (Number(request.headers["content-length"] ?? 0) > limitBytes) throw tooLarge(limitBytes);
  const parsed = isAlreadyRead(request) && takeParsedBody(request, content, limitBytes);
  const { contentType } = content;
  if (!isStreamed(kind)) {
    const read = parsed || decode(await readBytes(request, limitBytes), content);
    return { ...read, contentType };
  }
  if (parsed && parsed.value === undefined) return { ...parsed, contentType };
  const chunks =
    parsed && parsed.value instanceof Uint8Array
      ? byteBody(parsed.value)
      : readChunks(request, limits.streamed);
  const type = request.headers["content-type"] ?? "";
  const value =
    kind === "parts"
      ? new UploadedForm(chunks, type, content, limits, judge(contentType))
      : new UploadedBytes(chunks);
  return { value, contentType, faults: [] };
}

/** RFC 9112, section 6.3: a request has a body when it has a Transfer-Encoding or a Content-Length. */
function hasBody({ headers }: IncomingMessage): boolean {
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

function readBytes(request: IncomingMessage, limitBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const leave = (cause?: unknown) => {
      reject(new ClientGoneError("The client went away while sending its request.", { cause }));
    };
    // It tells nobody any more.
    if (request.destroyed) leave();
    const chunks: Buffer[] = [];
    let length = 0;
    request.on("data", (chunk: Buffer) => {
      length += chunk.length;
      if (length > limitBytes) {
        request.removeAllListeners("data");
        request.pause();
        reject(tooLarge(limitBytes));
      } else {
        chunks.push(chunk);
      }
    });
    request.once("end", () => {
      resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks));
    });
    request.once("error", leave);
    request.once("close", () => {
      if (!request.readableEnded) leave();
    });
  });
}
