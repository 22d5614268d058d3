import type { IncomingMessage } from "node:http";
import { isUtf8Type, mediaTypeOf, type Operation } from "@contract-toolkit/kernel";
import { ProblemError } from "../problem.ts";
import { decode, type Content } from "./content.ts";
import { isAlreadyRead, takeParsedBody } from "./parsed-body.ts";

/** The client went away before its request was complete; there is nobody to answer. */
export class ClientGoneError extends Error {
  readonly code = "client-gone";
}

/**
 * Reads and decodes the body of a request, or returns undefined where there is none. Where a body parser has read it
 * before, what the parser made of it is taken.
 *
 * @throws {ProblemError} for a wrong content type, or too many bytes.
 * @throws {BodyAlreadyReadError} where what a parser has left cannot be taken.
 * @throws {ClientGoneError}
 */
export function readBody(
  request: IncomingMessage,
  { body }: Operation,
  limitBytes: number,
): Promise<Content> | undefined {
  return body && hasBody(request) ? readContent(request, body.contentType, limitBytes) : undefined;
}

async function readContent(
  request: IncomingMessage,
  contentType: string,
  limitBytes: number,
): Promise<Content> {
  expectMediaType(request, contentType);
  if (Number(request.headers["content-length"] ?? 0) > limitBytes) throw tooLarge(limitBytes);
  if (isAlreadyRead(request)) return takeParsedBody(request, contentType, limitBytes);
  return decode(await readBytes(request, limitBytes), contentType);
}

/** RFC 9112, section 6.3: a request has a body when it has a Transfer-Encoding or a Content-Length. */
function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

function expectMediaType({ headers }: IncomingMessage, expected: string): void {
  const type = headers["content-type"] ?? "";
  const encoding = headers["content-encoding"] ?? "identity";
  if (
    !(type === expected || isMediaType(type, expected)) ||
    encoding.toLowerCase() !== "identity"
  ) {
    throw new ProblemError({ kind: "unsupported-media-type", expected });
  }
}

/** RFC 9110, section 8.3.1: whatever the case and the parameters, as long as the text is UTF-8. */
function isMediaType(text: string, expected: string): boolean {
  return mediaTypeOf(text) === expected && isUtf8Type(text);
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

function tooLarge(limitBytes: number): ProblemError {
  return new ProblemError({ kind: "body-too-large", limitBytes });
}
