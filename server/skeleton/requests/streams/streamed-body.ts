import { Bytes, chunksOf, type ByteSource } from "@contract-toolkit/kernel/messages";

/** A body that a handler reads while it comes, and that may turn out to be wrong on the way. */
export interface StreamedBody {
  /** Reads a form to its end when a handler has answered, and throws what reading has thrown, noticed or not. */
  finish(): Promise<void>;
}

export class UploadedBytes extends Bytes implements StreamedBody {
  readonly #failure: Failure;

  constructor(source: ByteSource) {
    const failure = new Failure();
    super(failure.of(chunksOf(source)));
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
