import type { IncomingMessage } from "node:http";
import { ProblemError } from "../problem.ts";

/** The client went away before its request was complete; there is nobody to answer. */
export class ClientGoneError extends Error {
  readonly code = "client-gone";
}

/** How much may be sent, and how slowly. */
export interface TransferLimits {
  readonly limitBytes: number;
  /** Milliseconds without a byte, while one is waited for. */
  readonly stallMs: number;
}

/**
 * The bytes of a request as they come. They are asked for one chunk after another, so that a client sends no faster than they
 * are used; what is not read stays where it is.
 *
 * @throws {ProblemError} for too many bytes, and for a client that stops sending.
 * @throws {ClientGoneError}
 */
export async function* readChunks(
  request: IncomingMessage,
  { limitBytes, stallMs }: TransferLimits,
): AsyncGenerator<Uint8Array> {
  let length = 0;
  for (;;) {
    const chunk = await nextChunk(request, stallMs);
    if (chunk === undefined) return;
    length += chunk.length;
    if (length > limitBytes) throw tooLarge(limitBytes);
    yield chunk;
  }
}

export function tooLarge(limitBytes: number): ProblemError {
  return new ProblemError({ kind: "body-too-large", limitBytes });
}

async function nextChunk(request: IncomingMessage, stallMs: number): Promise<Buffer | undefined> {
  for (;;) {
    const chunk = request.read() as Buffer | null;
    if (chunk !== null) return chunk;
    if (request.readableEnded) return undefined;
    if (request.destroyed) throw new ClientGoneError("The client went away while sending.");
    await somethingNew(request, stallMs);
  }
}

/** Waits until there is something to read, or nothing will come any more. */
function somethingNew(request: IncomingMessage, stallMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (error?: Error) => {
      clearTimeout(timer);
      for (const event of events) request.off(event, onEvent);
      request.off("error", onError);
      if (error) reject(error);
      else resolve();
    };
    const onEvent = () => {
      settle();
    };
    const onError = (cause: Error) => {
      settle(new ClientGoneError("The client went away while sending.", { cause }));
    };
    const timer = setTimeout(() => {
      settle(new ProblemError({ kind: "malformed-request", status: 408 }));
    }, stallMs);
    for (const event of events) request.on(event, onEvent);
    request.on("error", onError);
  });
}

const events = ["readable", "end", "close"] as const;
