import { isUtf8 } from "node:buffer";
import type { IncomingMessage } from "node:http";
import type { Operation } from "../../generated/contract.ts";
import { ProblemError } from "./problem.ts";

/** The client went away before its request was complete; there is nobody to answer. */
export class ClientGoneError extends Error {
  readonly code = "client-gone";
}

/**
 * Reads and decodes the body of a request, or returns undefined where there is none.
 *
 * @throws {ProblemError} for a wrong content type, too many bytes, or what is not JSON.
 * @throws {ClientGoneError}
 */
export function readBody(
  request: IncomingMessage,
  { body }: Operation,
  limitBytes: number,
): Promise<unknown> | undefined {
  return body && hasBody(request) ? readContent(request, body.contentType, limitBytes) : undefined;
}

async function readContent(
  request: IncomingMessage,
  contentType: string,
  limitBytes: number,
): Promise<unknown> {
  expectMediaType(request, contentType);
  const bytes = await readBytes(request, limitBytes);
  if (bytes.length === 0) return undefined;
  return isJson(contentType) ? parseJson(bytes) : bytes.toString("utf8");
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
  const [type, ...parameters] = text
    .toLowerCase()
    .split(";")
    .map((part) => part.trim());
  const charset = parameters.find((parameter) => parameter.startsWith("charset="));
  return type === expected && (charset === undefined || /^charset="?utf-8"?$/.test(charset));
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

function isJson(contentType: string): boolean {
  return contentType === "application/json" || contentType.endsWith("+json");
}

function parseJson(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw notJson();
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch {
    throw notJson();
  }
}

function notJson(): ProblemError {
  return new ProblemError({
    kind: "invalid-request",
    faults: [{ field: "body", reason: "must be JSON in UTF-8" }],
  });
}
