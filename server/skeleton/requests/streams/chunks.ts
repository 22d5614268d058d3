import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import { ProblemError } from "../../problem.ts";
import type { BodyLimits } from "../limits.ts";
import { SkeletonError } from "../../errors.ts";

/**
 * The bytes of a request. Chunks are read on demand, so a client sends no faster than they are used. Throws if there are too many
 * bytes, or if the client stops sending or leaves.
 */
export async function* readRequestChunks(
  request: IncomingMessage,
  { streamedBytes, idleTimeoutMs }: BodyLimits,
): AsyncGenerator<Uint8Array> {
  try {
    yield* limited(readChunksInTime(request, idleTimeoutMs), streamedBytes);
  } catch (cause) {
    if (cause instanceof ProblemError) throw cause;
    throw new SkeletonError("client-gone", "The client went away while sending its request.", {
      cause,
    });
  }
}

/**
 * Throws if there are too many bytes.
 *
 * @param leftBytes the rest of the limit, if other chunks count towards it
 */
export async function* limited(
  chunks: AsyncIterable<Uint8Array>,
  limitBytes: number,
  leftBytes = limitBytes,
): AsyncGenerator<Uint8Array> {
  let length = 0;
  for await (const chunk of chunks) {
    length += chunk.length;
    if (length > leftBytes) throw tooLarge(limitBytes);
    yield chunk;
  }
}

export function tooLarge(limitBytes: number): ProblemError {
  return new ProblemError({ kind: "body-too-large", limitBytes });
}

/** The chunks of a stream. Breaking out of the loop does not destroy the stream, which would close a connection or end a parser. */
export async function* readChunksInTime(
  stream: Readable,
  idleTimeoutMs?: number,
): AsyncGenerator<Uint8Array> {
  for (;;) {
    const chunk = stream.read() as Buffer | null;
    if (chunk !== null) yield chunk;
    else if (stream.readableEnded) return;
    else if (stream.destroyed) throw stream.errored ?? new Error("The stream ended too early.");
    else await somethingNew(stream, idleTimeoutMs);
  }
}

/** Waits until there is something to read, or the stream has ended. */
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
