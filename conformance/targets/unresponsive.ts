import type { Operation } from "@contract-toolkit/contract";
import type { CaseHead, Target } from "../cases/case.ts";
import { errorVerdict, type Verdict } from "../verdict.ts";

/** Stops playing after several cases in a row without a response, because waiting for a thousand responses would take hours. */
export function stopWhenUnresponsive<Played extends CaseHead>(
  target: Target,
  play: (played: Played, attempt?: number) => Promise<Verdict>,
): (played: Played, attempt?: number) => Promise<Verdict> {
  let inARow = 0;
  return async (played, attempt) => {
    if (inARow >= MOST_IN_A_ROW)
      return errorVerdict(
        played,
        target,
        new Error(
          `the ${target} has not answered ${MOST_IN_A_ROW} cases in a row, so it gets no more requests`,
        ),
      );
    const verdict = await play(played, attempt);
    inARow = verdict.isSilence === true ? inARow + 1 : 0;
    return verdict;
  };
}

/**
 * Stops playing an operation after several cases without a response, because it may be a stream that never ends while others
 * respond.
 */
export function stopSilentOperations<Played extends CaseHead & { readonly operation: Operation }>(
  target: Target,
  play: (played: Played) => Promise<Verdict>,
): (played: Played) => Promise<Verdict> {
  const silences = new Map<Operation, number>();
  return async (played) => {
    const count = silences.get(played.operation) ?? 0;
    if (count >= MOST_OF_ONE) {
      const { method, path } = played.operation;
      const reason = `${method} ${path} has not answered ${MOST_OF_ONE} cases, so it gets no more requests`;
      return errorVerdict(played, target, new Error(reason));
    }
    const verdict = await play(played);
    if (verdict.isSilence === true) silences.set(played.operation, count + 1);
    return verdict;
  };
}

const MOST_OF_ONE = 3;

/** One missing response may be due to one operation. */
const MOST_IN_A_ROW = 5;
