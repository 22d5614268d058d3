import { beforeDeadline } from "./deadline.ts";
import type { Verdict } from "../verdict.ts";

export interface Timed {
  readonly verdict: Verdict;
  readonly milliseconds: number;
}

export interface RunOptions<Played> {
  /** Called with each verdict and the number of verdicts so far. */
  readonly onVerdict?: (verdict: Verdict, done: number) => void;
  /**
   * Number of cases that are played at a time. Use 1 if you do not know which cases change the server for others, for example
   * by moving its clock.
   */
  readonly concurrency?: number;
  /** Whether a case may change the server for others. It is then played alone. */
  readonly isExclusive?: (played: Played) => boolean;
  /** Whether a verdict ends the run. Cases that have started are finished. */
  readonly isLast?: (verdict: Verdict) => boolean;
  /** Ends the run. Cases that have started by then have no verdict. */
  readonly deadline?: AbortSignal | undefined;
}

/**
 * Plays cases and returns their verdicts in the order of the cases. Exclusive cases are played first, one at a time.
 *
 * @throws errors of `play`; a failure of the target is a verdict, not an error
 */
export async function run<Played>(
  cases: readonly Played[],
  play: (played: Played) => Promise<Verdict>,
  {
    onVerdict,
    concurrency = 1,
    isExclusive = () => false,
    isLast = () => false,
    deadline,
  }: RunOptions<Played> = {},
): Promise<Timed[]> {
  const timed: (Timed | undefined)[] = [];
  let done = 0;
  let isOver = false;
  const worker = async (waiting: Iterable<readonly [number, Played]>) => {
    for (const [index, played] of waiting) {
      if (isOver || deadline?.aborted === true) return;
      const start = performance.now();
      const verdict = await beforeDeadline(play(played), deadline);
      if (verdict === undefined) return;
      timed[index] = { verdict, milliseconds: performance.now() - start };
      done += 1;
      onVerdict?.(verdict, done);
      isOver ||= isLast(verdict);
    }
  };
  const alone = [...cases.entries()].filter(([, played]) => isExclusive(played));
  await worker(alone);
  // Workers share the iterator, so each case is played once.
  const others = [...cases.entries()].filter(([, played]) => !isExclusive(played)).values();
  await Promise.all(Array.from({ length: concurrency }, () => worker(others)));
  // Cases that were not played are holes in the list.
  return timed.filter((timed) => timed !== undefined);
}
