import type { Verdict } from "./verdict.ts";

/** A verdict and how long it took to come by. */
export interface Timed {
  readonly verdict: Verdict;
  readonly milliseconds: number;
}

/** How a run goes. */
export interface RunOptions {
  /** Called as soon as a verdict is there, with how many there are so far. */
  readonly onVerdict?: (verdict: Verdict, done: number) => void;
  /**
   * How many cases are played at a time; 1 unless it is known that no case changes what another one sees, as one that
   * moves the clock of a server does.
   */
  readonly concurrency?: number;
}

/**
 * Plays cases and returns their verdicts in the cases' own sequence, whichever came first.
 *
 * @throws whatever `play` throws; a target that fails is a verdict, not an error.
 */
export async function run<Played>(
  cases: readonly Played[],
  play: (played: Played) => Promise<Verdict>,
  { onVerdict, concurrency = 1 }: RunOptions = {},
): Promise<Timed[]> {
  const timed: Timed[] = [];
  const waiting = cases.entries();
  let done = 0;
  const worker = async () => {
    // Workers share the iterator, so that each takes what no other has taken.
    for (const [index, played] of waiting) {
      const start = performance.now();
      const verdict = await play(played);
      timed[index] = { verdict, milliseconds: performance.now() - start };
      done += 1;
      onVerdict?.(verdict, done);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return timed;
}
