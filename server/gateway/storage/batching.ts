import { setImmediate } from "node:timers/promises";

/** Few enough that the first member does not wait long. */
const MOST_TOGETHER = 32;

/**
 * Collects members while a run is under way, and passes them to the next run together.
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
      await noMoreMembers(waiting);
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
 * Waits until no member was added for some turns of the event loop. Concurrent requests reach the same step one turn
 * after another, because each has read something before.
 */
async function noMoreMembers(waiting: readonly unknown[]): Promise<void> {
  for (let quietTurns = 0; quietTurns < QUIET_TURNS && waiting.length < MOST_TOGETHER;) {
    const before = waiting.length;
    await setImmediate();
    quietTurns = waiting.length === before ? quietTurns + 1 : 0;
  }
}

/** The number of turns between two reads of one request. */
const QUIET_TURNS = 2;

/**
 * Makes a function that runs concurrent calls as one statement. If the database refuses the statement, the items run one
 * by one, so that no item fails because of another.
 *
 * @param run returns a response for each item, in order
 * @param isRefused whether an error of `run` means that nothing was done
 */
export function batched<Item, Result>(
  run: (items: readonly Item[]) => Promise<readonly Result[]>,
  isRefused: (error: unknown) => boolean,
): (item: Item) => Promise<Result> {
  const add = takeInBatches<Member<Item, Result>>(async (members) => {
    const runSome = async (some: readonly Member<Item, Result>[]) => {
      const responses = await run(some.map(({ item }) => item));
      for (const [at, response] of responses.entries()) some[at]?.resolve(response);
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

interface Member<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}
