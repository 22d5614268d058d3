/** Files that were saved together. */
export interface Save {
  readonly files: readonly string[];
  /** Aborted when further files are saved. */
  readonly signal: AbortSignal;
  /** The time at which the first file was noticed (`performance.now()`). */
  readonly since: number;
}

/** Yields saves, one at a time. The files of an interrupted save come again with the next one. */
export class Saves implements AsyncIterable<Save> {
  #files = new Set<string>();
  #since = 0;
  #isEnded = false;
  #interrupt = new AbortController();
  #wake: () => void = () => undefined;

  add(files: readonly string[]): void {
    if (files.length === 0) return;
    if (this.#files.size === 0) this.#since = performance.now();
    for (const file of files) this.#files.add(file);
    this.#interrupt.abort();
    this.#wake();
  }

  /** Ends the iteration and interrupts the current save. */
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
