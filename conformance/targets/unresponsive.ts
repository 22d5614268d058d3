import type { Operation } from "@contract-toolkit/contract";
import type { CaseHead } from "../cases/case.ts";
import { errorVerdict, type Verdict } from "../verdict.ts";

/**
 * Stops playing after several cases without a response, because waiting for a thousand responses would take hours: all cases if
 * they came in a row, and else those of their operation, which may be a stream that never ends while others respond.
 */
export function stopWhenUnresponsive<Played extends CaseHead & { readonly operation?: Operation }>(
  play: (played: Played, attempt?: number) => Promise<Verdict>,
): (played: Played, attempt?: number) => Promise<Verdict> {
  let inARow = 0;
  const silences = new Map<Operation | undefined, number>();
  return async (played, attempt) => {
    const { operation } = played;
    const silent =
      inARow >= MOST_IN_A_ROW
        ? `the server has not answered ${MOST_IN_A_ROW} cases in a row`
        : operation &&
          (silences.get(operation) ?? 0) >= MOST_OF_ONE &&
          `${operation.method} ${operation.path} has not answered ${MOST_OF_ONE} cases`;
    if (silent)
      return errorVerdict(played, "server", new Error(`${silent}, so it gets no more requests`));
    const verdict = await play(played, attempt);
    inARow = verdict.isSilence === true ? inARow + 1 : 0;
    if (verdict.isSilence) silences.set(operation, (silences.get(operation) ?? 0) + 1);
    return verdict;
  };
}

const MOST_OF_ONE = 3;

/** One missing response may be due to one operation. */
const MOST_IN_A_ROW = 5;
