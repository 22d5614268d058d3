/**
 * Lets one user in at a time. Owners take turns, and each owner's users keep their order, so that many users of one owner do
 * not delay those of another.
 *
 * @example
 * const turn = createFairTurn();
 * await turn.begin("P1");
 * turn.end();
 */
export function createFairTurn() {
  // The owner whose turn is next comes first.
  const waiting = new Map<string, (() => void)[]>();
  let isTaken = false;
  return {
    async begin(owner: string): Promise<void> {
      if (isTaken)
        await new Promise<void>((resolve) => {
          waiting.set(owner, [...(waiting.get(owner) ?? []), resolve]);
        });
      isTaken = true;
    },
    end(): void {
      for (const [owner, [next, ...others]] of waiting) {
        waiting.delete(owner);
        if (others.length > 0) waiting.set(owner, others);
        next?.();
        return;
      }
      isTaken = false;
    },
  };
}
