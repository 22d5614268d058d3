import type { CaseHead, Target } from "../cases/case.ts";
import { errorVerdict, type Verdict } from "../verdict.ts";

/** Stops playing after several cases in a row without a response, because waiting for a thousand responses would take hours. */
export function stopWhenUnresponsive<Played extends CaseHead>(
  target: Target,
  play: (played: Played) => Promise<Verdict>,
): (played: Played) => Promise<Verdict> {
  let inARow = 0;
  return async (played) => {
    if (inARow >= MOST_IN_A_ROW)
      return errorVerdict(
        played,
        target,
        new Error(
          `the ${target} has not answered ${MOST_IN_A_ROW} cases in a row, so it gets no more requests`,
        ),
      );
    const verdict = await play(played);
    inARow = verdict.isSilence === true ? inARow + 1 : 0;
    return verdict;
  };
}

/** One missing response may be due to one operation. */
const MOST_IN_A_ROW = 5;
