/** Files that were saved together. */
export interface Save {
  readonly files: readonly string[];
  /** Aborted when later ones come. */
  readonly signal: AbortSignal;
  /** When the first of them was noticed (`performance.now()`). */
  readonly since: number;
}

/** Saves, one at a time. One that others interrupted comes again, together with them. */
export class Saves implements AsyncIterable<Save> {
  #files = new Set<string>();
  #since = 0;
  #isEnded = false;
  #interrupt = new AbortController();
  #wake: () => void = () => undefined;

  /** Files were saved. */
  add(files: readonly string[]): void {
    if (files.length === 0) return;
    if (this.#files.size === 0) this.#since = performance.now();
    for (const file of files) this.#files.add(file);
    this.#interrupt.abort();
    this.#wake();
  }

  /** There are no more; the one that is being dealt with is interrupted. */
  end(): void {
    this.#isEnded = true;
    this.#interrupt.abort();
    this.#wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Save, void> {
    for (;;) {
      while (this.#files.size === 0 && !this.#isEnded)
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      if (this.#isEnded) return;
      const files = [...this.#files];
      this.#files.clear();
      this.#interrupt = new AbortController();
      const { signal } = this.#interrupt;
      yield { files, signal, since: this.#since };
      if (signal.aborted) for (const file of files) this.#files.add(file);
    }
  }
}
