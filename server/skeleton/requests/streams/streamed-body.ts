import { Bytes, toByteChunks, type ByteSource } from "@contract-toolkit/contract/messages";

/** A body that a handler reads as it arrives. It may turn out to be invalid later. */
export interface StreamedBody {
  /**
   * Reads a form or items to their end after the handler answered. Throws the error of reading, even if the handler caught it.
   *
   * @param isPassedOn whether the response is a stream, which may be made of this body
   */
  finish(isPassedOn: boolean): Promise<void>;
}

export class UploadedBytes extends Bytes implements StreamedBody {
  readonly #failure: Failure;

  constructor(source: ByteSource) {
    const failure = new Failure();
    super(failure.of(toByteChunks(source)));
    this.#failure = failure;
  }

  finish(): Promise<void> {
    return this.#failure.rethrow();
  }
}

export class Failure {
  #thrown: { readonly error: unknown } | undefined;

  async *of<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item> {
    try {
      yield* items;
    } catch (error) {
      this.#thrown = { error };
      throw error;
    }
  }

  async rethrow(): Promise<void> {
    if (this.#thrown) throw this.#thrown.error;
    return Promise.resolve();
  }
}
