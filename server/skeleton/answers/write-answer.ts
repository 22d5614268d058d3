import type { OutgoingHttpHeaders, ServerResponse } from "node:http";
import { documentedOf, headerText, isBinaryType, type Operation } from "@contract-toolkit/kernel";
import type { Exchange } from "../exchange.ts";
import { invalidResponse } from "../problem.ts";
import type { Answer } from "./answer.ts";
import { answerOf } from "./check-answer.ts";

/**
 * Writes a validated answer: JSON, the text of a `text/*` response, or bytes.
 *
 * @throws {ProblemError} when it cannot be written; nothing of it has left by then.
 */
export function writeAnswer(exchange: Exchange<unknown>, answer: Answer): void {
  exchange.release?.();
  try {
    write(exchange, answer);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw invalidResponse(`${answerOf(exchange.operation, answer.status)}: ${reason}`);
  }
}

function write({ request, response, operation }: Exchange<unknown>, answer: Answer): void {
  const headers: OutgoingHttpHeaders = {};
  for (const [name, value] of Object.entries(answer.headers)) {
    if (value !== undefined) headers[name] = headerText(value);
  }
  // What was not read would otherwise be taken for the next request of the connection.
  if (!request.complete) headers["Connection"] = "close";
  const type = contentTypeOf(operation, answer);
  if (answer.body === undefined || type === undefined) {
    if (answer.status !== 204) headers["Content-Length"] = 0;
    writeHead(response, answer.status, headers).end();
    return;
  }
  if (isBinaryType(type)) {
    if (!(answer.body instanceof Uint8Array)) throw new TypeError(`${type} has to be a Uint8Array`);
    headers["Content-Type"] = type;
    headers["Content-Length"] = answer.body.length;
    writeHead(response, answer.status, headers).end(answer.body);
    return;
  }
  const text =
    type.startsWith("text/") && typeof answer.body === "string"
      ? answer.body
      : JSON.stringify(answer.body);
  const length = Buffer.byteLength(text);
  headers["Content-Type"] = `${type}; charset=utf-8`;
  headers["Content-Length"] = length;
  // One byte a character is ASCII, which Node writes faster as Latin-1: the same bytes.
  const encoding = length === text.length ? "latin1" : "utf8";
  writeHead(response, answer.status, headers).end(text, encoding);
}

function writeHead(
  response: ServerResponse,
  status: number,
  headers: OutgoingHttpHeaders,
): ServerResponse {
  try {
    return response.writeHead(status, headers);
  } catch (error) {
    // Node keeps those that came before the one that it refuses, and would send them with the next answer.
    for (const name of Object.keys(headers)) response.removeHeader(name);
    throw error;
  }
}

/** Outside an operation, and for a status that is not the operation's own, the content is the contract's error. */
function contentTypeOf(
  operation: Operation | undefined,
  { status, contentType }: Answer,
): string | undefined {
  if (contentType !== undefined) return contentType;
  const documented = operation && documentedOf(operation.responses, status);
  return documented ? documented.contentType : "application/json";
}
