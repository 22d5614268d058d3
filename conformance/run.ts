import type { Verdict } from "./verdict.ts";

/** A verdict and how long it took to come by. */
export interface Timed {
  readonly verdict: Verdict;
  readonly milliseconds: number;
}

/** How a run goes. */
export interface RunOptions<Played> {
  /** Called as soon as a verdict is there, with how many there are so far. */
  readonly onVerdict?: (verdict: Verdict, done: number) => void;
  /**
   * How many cases are played at a time; 1 unless it is known which case changes what others see, as one that moves the clock of
   * a server does.
   */
  readonly concurrency?: number;
  /** Whether a case may change what others see, and is played alone. */
  readonly isExclusive?: (played: Played) => boolean;
}

/**
 * Plays cases and returns their verdicts in the cases' own sequence, whichever came first. Those that may change what others see
 * are played first, each alone.
 *
 * @throws whatever `play` throws; a target that fails is a verdict, not an error.
 */
export async function run<Played>(
  cases: readonly Played[],
  play: (played: Played) => Promise<Verdict>,
  { onVerdict, concurrency = 1, isExclusive = () => false }: RunOptions<Played> = {},
): Promise<Timed[]> {
  const timed: Timed[] = [];
  let done = 0;
  const worker = async (waiting: Iterable<readonly [number, Played]>) => {
    for (const [index, played] of waiting) {
      const start = performance.now();
      const verdict = await play(played);
      timed[index] = { verdict, milliseconds: performance.now() - start };
      done += 1;
      onVerdict?.(verdict, done);
    }
  };
  const alone = [...cases.entries()].filter(([, played]) => isExclusive(played));
  await worker(alone);
  // Workers share the iterator, so that each takes what no other has taken.
  const others = [...cases.entries()].filter(([, played]) => !isExclusive(played)).values();
  await Promise.all(Array.from({ length: concurrency }, () => worker(others)));
  return timed;
}
