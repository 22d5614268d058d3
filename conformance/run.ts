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
  /** Whether a verdict ends the run: cases that are being played are finished, and no further one is begun. */
  readonly isLast?: (verdict: Verdict) => boolean;
}

/**
 * Plays cases and returns the verdicts of those that were played in the cases' own sequence, whichever came first. Those that may change what others see
 * are played first, each alone.
 *
 * @throws whatever `play` throws; a target that fails is a verdict, not an error.
 */
export async function run<Played>(
  cases: readonly Played[],
  play: (played: Played) => Promise<Verdict>,
  {
    onVerdict,
    concurrency = 1,
    isExclusive = () => false,
    isLast = () => false,
  }: RunOptions<Played> = {},
): Promise<Timed[]> {
  const timed: (Timed | undefined)[] = [];
  let done = 0;
  let isOver = false;
  const worker = async (waiting: Iterable<readonly [number, Played]>) => {
    for (const [index, played] of waiting) {
      if (isOver) return;
      const start = performance.now();
      const verdict = await play(played);
      timed[index] = { verdict, milliseconds: performance.now() - start };
      done += 1;
      onVerdict?.(verdict, done);
      isOver ||= isLast(verdict);
    }
  };
  const alone = [...cases.entries()].filter(([, played]) => isExclusive(played));
  await worker(alone);
  // Workers share the iterator, so that each takes what no other has taken.
  const others = [...cases.entries()].filter(([, played]) => !isExclusive(played)).values();
  await Promise.all(Array.from({ length: concurrency }, () => worker(others)));
  // Cases that were not played have left holes.
  return timed.filter((each) => each !== undefined);
}
