import { setImmediate } from "node:timers/promises";

/** So few that nobody waits long for the first of them. */
const MOST_TOGETHER = 32;

/**
 * Runs together what is asked for while the last run is under way, one run after the other.
 *
 * @param run must not reject
 */
export function takeInBatches<Member>(
  run: (members: readonly Member[]) => Promise<void>,
): (member: Member) => void {
  const waiting: Member[] = [];
  let isRunning = false;
  const runAll = async () => {
    if (isRunning) return;
    isRunning = true;
    while (waiting.length > 0) {
      await nobodyElseComes(waiting);
      await run(waiting.splice(0, MOST_TOGETHER));
    }
    isRunning = false;
  };
  return (member) => {
    waiting.push(member);
    void runAll();
  };
}

/**
 * Waits while others come. What several requests ask for comes in bunches, one turn of the event loop after the other,
 * as each has read something before. Run one by one, the bunches would stay apart for good.
 */
async function nobodyElseComes(waiting: readonly unknown[]): Promise<void> {
  for (let quietTurns = 0; quietTurns < QUIET_TURNS && waiting.length < MOST_TOGETHER;) {
    const before = waiting.length;
    await setImmediate();
    quietTurns = waiting.length === before ? quietTurns + 1 : 0;
  }
}

/** As many as lie between two reads of one request. */
const QUIET_TURNS = 2;

/**
 * Does with one statement what is asked for while the last one is under way. What the database refuses as a whole is
 * done one by one, so that nothing fails for what another one says.
 *
 * @param run answers for each item, in their order
 * @param isRefused whether `run` failed with nothing done, as the database did not take what it was given
 */
export function batched<Item, Answer>(
  run: (items: readonly Item[]) => Promise<readonly Answer[]>,
  isRefused: (error: unknown) => boolean,
): (item: Item) => Promise<Answer> {
  const add = takeInBatches<Member<Item, Answer>>(async (members) => {
    const runSome = async (some: readonly Member<Item, Answer>[]) => {
      const answers = await run(some.map(({ item }) => item));
      for (const [at, answer] of answers.entries()) some[at]?.resolve(answer);
    };
    try {
      await runSome(members);
    } catch (error) {
      if (members.length === 1 || !isRefused(error))
        for (const { reject } of members) reject(error);
      else for (const member of members) await runSome([member]).catch(member.reject);
    }
  });
  return (item) =>
    new Promise((resolve, reject) => {
      add({ item, resolve, reject });
    });
}

interface Member<Item, Answer> {
  readonly item: Item;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}
