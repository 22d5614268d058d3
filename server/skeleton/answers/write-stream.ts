import type { ServerResponse } from "node:http";
import { setImmediate } from "node:timers/promises";
import { invalidResponse, ProblemError, type Problem } from "../problem.ts";

export interface StreamedAnswer {
  readonly head: () => unknown;
  /** What the answer is called in a report. */
  readonly told: string;
  /** Not of an answer to HEAD. */
  readonly hasBody: boolean;
  /** A stream of events may have none for long; of bytes, what fails before the first is a plain error. */
  readonly isHeadFirst: boolean;
  /** What the stream has to have, if it is known. */
  readonly length: number | undefined;
  /** Milliseconds that a client may take nothing. */
  readonly idleTimeoutMs: number;
}

/**
 * Writes what comes bit by bit, as fast as the client takes it, and tells what was wrong, if anything. When the client leaves,
 * nothing more is asked for. What fails before anything has been written is thrown; what fails later breaks the connection off,
 * so that nobody takes a part for the whole.
 */
export async function writeStream(
  response: ServerResponse,
  chunks: AsyncIterable<Uint8Array>,
  answer: StreamedAnswer,
): Promise<Problem | undefined> {
  const source = chunks[Symbol.asyncIterator]();
  const connection = new Connection(response);
  try {
    if (answer.isHeadFirst || !answer.hasBody) {
      answer.head();
      if (answer.hasBody) response.flushHeaders();
    }
    if (answer.hasBody) await pump(response, source, answer, connection);
    if (!response.destroyed) response.end();
    return undefined;
  } catch (error) {
    if (!response.headersSent) throw error;
    response.destroy();
    return problemOf(error, answer);
  } finally {
    connection.release();
    leave(source);
  }
}

async function pump(
  response: ServerResponse,
  source: AsyncIterator<Uint8Array>,
  { head, told, length, idleTimeoutMs }: StreamedAnswer,
  connection: Connection,
): Promise<void> {
  let written = 0;
  for (;;) {
    const next = await connection.whileOpen(source.next());
    if (next === undefined) return;
    if (!response.headersSent) head();
    if (next.done === true) break;
    if (!(next.value instanceof Uint8Array)) throw new TypeError(`${told}: a chunk is no bytes`);
    written += next.value.length;
    if (length !== undefined && written > length) break;
    if (response.write(next.value)) continue;
    if (!(await isTaken(response, connection, idleTimeoutMs))) return;
    // A fast client and a source that has all at hand would keep the event loop from everyone else.
    await setImmediate();
  }
  if (length !== undefined && written !== length)
    throw invalidResponse(`${told}: the stream has not the ${length} bytes that were told`);
}

/** Waits until the client has taken what was written; false: it is gone, or takes nothing. */
async function isTaken(
  response: ServerResponse,
  connection: Connection,
  idleTimeoutMs: number,
): Promise<boolean> {
  const drained = Promise.withResolvers<true>();
  const onDrain = () => {
    drained.resolve(true);
  };
  response.once("drain", onDrain);
  const timer = setTimeout(() => {
    response.destroy();
  }, idleTimeoutMs);
  try {
    return (await connection.whileOpen(drained.promise)) === true;
  } finally {
    clearTimeout(timer);
    response.off("drain", onDrain);
  }
}

/** Waits for work as long as a response's connection is there. A race of promises would keep all that it has waited for. */
class Connection {
  readonly #response: ServerResponse;
  readonly #onClose: () => void;
  #wake: (() => void) | undefined;

  constructor(response: ServerResponse) {
    this.#response = response;
    this.#onClose = () => this.#wake?.();
    response.once("close", this.#onClose);
  }

  /** Undefined: it is gone. */
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

  release(): void {
    this.#response.off("close", this.#onClose);
  }
}

/** The source may be waiting for something: nobody waits for it to notice. */
function leave(source: AsyncIterator<Uint8Array>): void {
  source.return?.().catch(() => undefined);
}

function problemOf(error: unknown, { told }: StreamedAnswer): Problem {
  if (error instanceof ProblemError) return error.problem;
  return {
    kind: "thrown",
    error: new Error(`${told}: the stream has failed`, { cause: error }),
  };
}
