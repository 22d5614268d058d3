import {
  byteBody,
  chunksOf,
  type ByteBody,
  type ByteSource,
} from "@contract-toolkit/kernel/messages";

/** A body that a handler reads while it comes, and that may turn out to be wrong on the way. */
export interface StreamedBody {
  /**
   * Makes sure that the request was right, when a handler has answered that it was: a form is read to its end.
   *
   * @throws what reading the body has thrown or throws, also where a handler took no notice of it
   */
  finish(): Promise<void>;
}

/** Bytes of a request. */
export class UploadedBytes implements ByteBody, StreamedBody {
  readonly #body: ByteBody;
  #failure: { readonly error: unknown } | undefined;

  constructor(source: ByteSource) {
    this.#body = byteBody(this.#watched(source));
  }

  [Symbol.asyncIterator](): AsyncIterator<Uint8Array> {
    return this.#body[Symbol.asyncIterator]();
  }

  bytes(): Promise<Uint8Array> {
    return this.#body.bytes();
  }

  text(): Promise<string> {
    return this.#body.text();
  }

  stream(): ReadableStream<Uint8Array> {
    return this.#body.stream();
  }

  async finish(): Promise<void> {
    if (this.#failure) throw this.#failure.error;
    return Promise.resolve();
  }

  async *#watched(source: ByteSource): AsyncGenerator<Uint8Array> {
    try {
      yield* chunksOf(source);
    } catch (error) {
      this.#failure = { error };
      throw error;
    }
  }
}
