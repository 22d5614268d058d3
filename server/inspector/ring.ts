/** The last entries of a sequence, numbered from 1. */
export interface Ring<Entry> {
  readonly add: (entry: Entry, bytes: number) => void;
  readonly find: (number: number) => Entry | undefined;
  /** Entries after a number, the oldest first, at most `most` of them. */
  readonly list: (after?: number, most?: number) => [number, Entry][];
  /** Calls the listener after each new entry, until the returned function is called. */
  readonly onAdd: (listener: () => void) => () => void;
}

/** Makes an empty ring. The oldest entries are removed first. An entry that is too large by itself is not stored. */
export function createRing<Entry>({
  maxEntries,
  maxBytes,
}: Readonly<Record<"maxEntries" | "maxBytes", number>>): Ring<Entry> {
  const kept = new Map<number, { readonly entry: Entry; readonly bytes: number }>();
  const listeners = new Set<() => void>();
  let next = 1;
  let total = 0;
  // Numbers are consecutive, so the first is known. An iterator of a Map would step over all entries that were removed.
  const first = () => next - kept.size;
  const removeFirst = () => {
    total -= kept.get(first())?.bytes ?? 0;
    kept.delete(first());
  };
  const find = (number: number) => kept.get(number)?.entry;
  return {
    add(entry, bytes) {
      if (bytes > maxBytes) return;
      while (kept.size > 0 && (kept.size >= maxEntries || total + bytes > maxBytes)) removeFirst();
      const number = next;
      kept.set(number, { entry, bytes });
      total += bytes;
      next += 1;
      for (const listener of listeners) listener();
    },
    find,
    list(after = 0, most = Infinity) {
      const found: [number, Entry][] = [];
      const from = Math.max(first(), after + 1);
      for (let number = from; number < Math.min(next, from + most); number += 1) {
        const entry = find(number);
        if (entry !== undefined) found.push([number, entry]);
      }
      return found;
    },
    onAdd(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
