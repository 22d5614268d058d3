/** Bytes that arrive one chunk after another. They can be read once, in one of these ways. */
export interface ByteBody extends AsyncIterable<Uint8Array> {
  /** Reads all bytes into memory. */
  bytes(): Promise<Uint8Array>;
  /** Reads all bytes as UTF-8. */
  text(): Promise<string>;
  /** A web stream of the bytes. To cancel it ends the transfer. */
  stream(): ReadableStream<Uint8Array>;
}

/** Sources of bytes. A stream is read as fast as the receiver takes it. */
export type ByteSource =
  | Uint8Array
  | ByteBody
  | AsyncIterable<Uint8Array>
  | ReadableStream<Uint8Array>
  | Blob;

/**
 * Makes a body of a source.
 *
 * @example
 * await byteBody(new TextEncoder().encode("a")).text(); // "a"
 */
export function byteBody(source: ByteSource): ByteBody {
  return new Bytes(source);
}

/** A body of a source. */
export class Bytes implements ByteBody {
  readonly #source: ByteSource;
  #isTaken = false;

  constructor(source: ByteSource) {
    this.#source = source;
  }

  [Symbol.asyncIterator](): AsyncIterator<Uint8Array> {
    if (this.#isTaken && !(this.#source instanceof Uint8Array))
      throw new TypeError("The body is a stream, which can be read once.");
    this.#isTaken = true;
    return toByteChunks(this.#source)[Symbol.asyncIterator]();
  }

  async bytes(): Promise<Uint8Array> {
    if (this.#source instanceof Uint8Array) return this.#source;
    return new Uint8Array(await new Response(this.stream()).arrayBuffer());
  }

  async text(): Promise<string> {
    return new TextDecoder().decode(await this.bytes());
  }

  stream(): ReadableStream<Uint8Array> {
    return streamOf(this);
  }
}

/** The bytes of a source in chunks. */
export function toByteChunks(source: ByteSource): AsyncIterable<Uint8Array> {
  if (source instanceof Uint8Array) return one(source);
  if (source instanceof Blob) return readerChunks(source.stream());
  // Some browsers cannot iterate a stream.
  return Symbol.asyncIterator in source ? source : readerChunks(source);
}

/** A web stream of an iterable, read on demand. */
export function streamOf(source: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  let iterator: AsyncIterator<Uint8Array> | undefined;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        iterator ??= source[Symbol.asyncIterator]();
        const next = await iterator.next();
        if (next.done === true) controller.close();
        else controller.enqueue(next.value);
      },
      async cancel() {
        await iterator?.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}

// eslint-disable-next-line @typescript-eslint/require-await
async function* one(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

async function* readerChunks(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel();
  }
}

/**
 * Reads the body of a response as `Response.text` does; undefined if it has more bytes than the limit. Bytes are counted after
 * decompression, and the rest is not read.
 */
export async function readText(
  response: Pick<Response, "body" | "text">,
  maxBytes: number,
): Promise<string | undefined> {
  const reader = response.body?.getReader();
  // There is no body, or the platform has no streams.
  if (!reader) return response.text();
  const decoder = new TextDecoder();
  let text = "";
  let left = maxBytes;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    left -= value.length;
    if (left < 0) {
      await reader.cancel();
      return undefined;
    }
    text += decoder.decode(value, { stream: true });
  }
}
