import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import { ProblemError } from "../../problem.ts";
import type { BodyLimits } from "../limits.ts";

/** The client went away before its request was complete; there is nobody to answer. */
export class ClientGoneError extends Error {
  readonly code = "client-gone";
}

/**
 * The bytes of a request as they come, asked for one chunk after another, so that a client sends no faster than they are used.
 * Throws for too many bytes, for a client that stops sending, and for one that goes away.
 */
export async function* readChunks(
  request: IncomingMessage,
  { streamedBytes, idleTimeoutMs }: BodyLimits,
): AsyncGenerator<Uint8Array> {
  try {
    yield* limited(chunksOf(request, idleTimeoutMs), streamedBytes);
  } catch (cause) {
    if (cause instanceof ProblemError) throw cause;
    throw new ClientGoneError("The client went away while sending its request.", { cause });
  }
}

export async function* limited(
  chunks: AsyncIterable<Uint8Array>,
  limitBytes: number,
): AsyncGenerator<Uint8Array> {
  let length = 0;
  for await (const chunk of chunks) {
    length += chunk.length;
    if (length > limitBytes) throw tooLarge(limitBytes);
    yield chunk;
  }
}

export function tooLarge(limitBytes: number): ProblemError {
  return new ProblemError({ kind: "body-too-large", limitBytes });
}

/** The chunks of a stream, which is still there when somebody stops reading: that would close a connection, or stop a parser. */
export async function* chunksOf(
  stream: Readable,
  idleTimeoutMs?: number,
): AsyncGenerator<Uint8Array> {
  for (;;) {
    const chunk = stream.read() as Buffer | null;
    if (chunk !== null) yield chunk;
    else if (stream.readableEnded) return;
    else if (stream.destroyed) throw stream.errored ?? new Error("It was ended in the middle.");
    else await somethingNew(stream, idleTimeoutMs);
  }
}

/** Waits until there is something to read, or nothing will come any more. */
function somethingNew(stream: Readable, idleTimeoutMs: number | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = () => {
      clearTimeout(timer);
      for (const event of events) stream.off(event, settle);
      resolve();
    };
    const timer =
      idleTimeoutMs === undefined
        ? undefined
        : setTimeout(() => {
            reject(new ProblemError({ kind: "malformed-request", status: 408 }));
            settle();
          }, idleTimeoutMs);
    for (const event of events) stream.on(event, settle);
  });
}

const events = ["readable", "end", "close", "error"] as const;
