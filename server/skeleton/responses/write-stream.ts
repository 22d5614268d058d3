import type { ServerResponse } from "node:http";
import { setImmediate } from "node:timers/promises";
import { isContainer } from "@contract-toolkit/contract/messages";
import { invalidResponse, ProblemError, type Problem } from "../problem.ts";

export interface StreamedResponse {
  /** The body in the handler's reply, from which the chunks are made. */
  readonly body: unknown;
  readonly head: () => unknown;
  /** The name of the response in reports. */
  readonly title: string;
  /** False for a response to HEAD. */
  readonly hasBody: boolean;
  /**
   * Whether the head is sent before the first chunk. The first event may be long in coming. A response of bytes becomes an
   * ordinary error if its source fails before the first chunk.
   */
  readonly isHeadFirst: boolean;
  /** Whether middleware that compresses must send each chunk at once. */
  readonly isFlushed: boolean;
  /** Bytes that the stream must have, if known. */
  readonly length: number | undefined;
  /** Milliseconds in which a client must take something. */
  readonly idleTimeoutMs: number;
}

/** Compression middleware adds `flush` to a response. */
type FlushableResponse = ServerResponse & { readonly flush?: () => void };

/**
 * Writes chunks as fast as the client takes them. When the client leaves, no more chunks are asked for. An error after the
 * first chunk closes the connection, so that the client notices that the response is incomplete.
 *
 * @returns what was wrong after the response had begun, if anything
 * @throws what went wrong before anything was written
 */
export async function writeStream(
  response: FlushableResponse,
  chunks: AsyncIterable<Uint8Array>,
  result: StreamedResponse,
): Promise<Problem | undefined> {
  const source = chunks[Symbol.asyncIterator]();
  const connection = new Connection(response);
  try {
    if (result.isHeadFirst || !result.hasBody) {
      result.head();
      if (result.hasBody) response.flushHeaders();
    }
    if (result.hasBody) await pump(response, source, result, connection);
    if (!response.destroyed) response.end();
    return undefined;
  } catch (error) {
    if (!response.headersSent) throw error;
    response.destroy();
    return problemOfStream(error, result);
  } finally {
    connection.release();
    // Not awaited, because the source may be waiting for something else.
    source.return?.().catch(() => undefined);
    discard(result.body);
  }
}

/**
 * Ends a streamed body that is not sent, or not to its end: it may hold an open file. Ending its iterator is not enough if
 * nothing was read.
 */
export function discard(body: unknown): void {
  if (!isContainer(body) || !(Symbol.asyncIterator in body)) return;
  // Of a Node.js stream, a web stream, and a generator.
  const end = [body["destroy"], body["cancel"], body["return"]].find(
    (value) => typeof value === "function",
  );
  const ended = async () => {
    if (end) await Reflect.apply(end, body, []);
  };
  ended().catch(() => undefined);
}

async function pump(
  response: FlushableResponse,
  source: AsyncIterator<Uint8Array>,
  { head, title, isFlushed, length, idleTimeoutMs }: StreamedResponse,
  connection: Connection,
): Promise<void> {
  let written = 0;
  for (;;) {
    const next = await connection.whileOpen(source.next());
    if (next === undefined) return;
    if (!response.headersSent) head();
    if (next.done === true) break;
    if (!(next.value instanceof Uint8Array)) throw new TypeError(`${title}: a chunk is not bytes`);
    written += next.value.length;
    if (length !== undefined && written > length) break;
    const isTaken = response.write(next.value);
    if (isFlushed) response.flush?.();
    if (!isTaken && !(await connection.isDrained(idleTimeoutMs))) return;
    // Other requests and streams get their turn, even if the client is fast and the source has everything at hand.
    await setImmediate();
  }
  if (length !== undefined && written !== length)
    throw invalidResponse(`${title}: the stream does not have the announced ${length} bytes`);
}

/** Waits while the connection of a response is open. `Promise.race` would keep everything that it has waited for. */
class Connection {
  readonly #response: ServerResponse;
  readonly #onClose = () => this.#wake?.();
  readonly #onDrain = () => {
    this.#drained.resolve(true);
  };
  #wake: (() => void) | undefined;
  #drained = Promise.withResolvers<true>();

  constructor(response: ServerResponse) {
    this.#response = response;
    // One listener for the whole stream: compression middleware passes it on to its own stream, and never removes it.
    response.on("close", this.#onClose).on("drain", this.#onDrain);
  }

  /** Waits for `work`; undefined if the connection closes first. */
  whileOpen<Result>(work: Promise<Result>): Promise<Result | undefined> {
    return new Promise((resolve, reject) => {
      this.#wake = () => {
        resolve(undefined);
      };
      work.then(resolve, reject);
      // The client may have left before.
      if (this.#response.destroyed) this.#wake();
    });
  }

  /** Waits until the client has taken what was written. False if it leaves, or takes nothing for `idleTimeoutMs`. */
  async isDrained(idleTimeoutMs: number): Promise<boolean> {
    this.#drained = Promise.withResolvers();
    const timer = setTimeout(() => {
      this.#response.destroy();
    }, idleTimeoutMs);
    try {
      return (await this.whileOpen(this.#drained.promise)) === true;
    } finally {
      clearTimeout(timer);
    }
  }

  release(): void {
    this.#response.off("close", this.#onClose).off("drain", this.#onDrain);
  }
}

function problemOfStream(error: unknown, { title }: StreamedResponse): Problem {
  if (error instanceof ProblemError) return error.problem;
  const failure = new Error(`${title}: the stream has failed`, { cause: error });
  return { kind: "thrown", error: failure };
}
