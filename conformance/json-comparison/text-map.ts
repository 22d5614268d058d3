/** Values by text, which also finds its texts inside others. What that costs does not grow with their number. */
export class TextMap<Value> extends Map<string, Value> {
  readonly #lengths = new Set<number>();

  override set(text: string, value: Value): this {
    if (isTelling(text)) this.#lengths.add(text.length);
    return super.set(text, value);
  }

  /** The long texts that occur in another one, the longest first. */
  within(text: string): string[] {
    const found = new Set<string>();
    for (const length of [...this.#lengths].toSorted((left, right) => right - left))
      for (let at = 0; at + length <= text.length; at += 1) {
        const part = text.slice(at, at + length);
        if (this.has(part)) found.add(part);
      }
    return [...found];
  }
}

/** Whether a text is so long that it does not occur in others by chance. */
export function isTelling(text: string): boolean {
  return text.length >= 6;
}
