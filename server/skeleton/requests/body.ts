import { isUtf8 } from "node:buffer";
import type { IncomingMessage } from "node:http";
import { type Fault, isJsonType, isUtf8Type, mediaTypeOf, type Operation } from "contract-kernel";
import { nestsDeeper } from "./nesting.ts";
import { ProblemError } from "../problem.ts";

/** The body of a request, or what keeps it from being read. */
export interface Content {
  /** Undefined: none was sent, or it cannot be read. */
  readonly value?: unknown;
  readonly faults: readonly Fault[];
}

/** The client went away before its request was complete; there is nobody to answer. */
export class ClientGoneError extends Error {
  readonly code = "client-gone";
}

/**
 * Reads and decodes the body of a request, or returns undefined where there is none.
 *
 * @throws {ProblemError} for a wrong content type, or too many bytes.
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
  const bytes = await readBytes(request, limitBytes);
  if (bytes.length === 0) return { faults: [] };
  return isJsonType(contentType) ? parseJson(bytes) : { value: bytes.toString("utf8"), faults: [] };
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
  const tooLarge = () => new ProblemError({ kind: "body-too-large", limitBytes });
  if (Number(request.headers["content-length"] ?? 0) > limitBytes)
    return Promise.reject(tooLarge());
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    request.on("data", (chunk: Buffer) => {
      length += chunk.length;
      if (length > limitBytes) {
        request.removeAllListeners("data");
        request.pause();
        reject(tooLarge());
      } else {
        chunks.push(chunk);
      }
    });
    request.once("end", () => {
      resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks));
    });
    request.once("error", (cause) => {
      reject(
        new ClientGoneError("The client went away while sending its request.", {
          cause,
        }),
      );
    });
  });
}

/** A validator, and whatever reads what is nested, calls itself for each level. No form of a person's making has as many. */
const maxLevels = 64;

function parseJson(bytes: Buffer): Content {
  if (!isUtf8(bytes)) return notJson;
  if (nestsDeeper(bytes, maxLevels)) return tooDeep;
  try {
    return { value: JSON.parse(bytes.toString("utf8")), faults: [] };
  } catch {
    return notJson;
  }
}

const notJson = unreadable("must be JSON in UTF-8");
const tooDeep = unreadable(`must nest no deeper than ${maxLevels} levels`);

function unreadable(reason: string): Content {
  return { faults: [{ pointer: "/body", reason }] };
}
