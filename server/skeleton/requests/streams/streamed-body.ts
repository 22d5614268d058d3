import { Bytes, chunksOf, type ByteSource } from "@contract-toolkit/kernel/messages";

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

/** What the reading of a body has thrown. */
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
