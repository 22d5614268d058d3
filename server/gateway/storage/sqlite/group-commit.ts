import { AsyncResource } from "node:async_hooks";
import { takeInBatches } from "../batching.ts";

/** A transaction that several members share. */
export interface GroupTransaction<Inside> {
  /** The argument of each member's work. */
  readonly inside: Inside;
  /** Runs SQL without parameters. */
  readonly run: (text: string) => Promise<unknown>;
}

/**
 * Runs concurrent transactions as one, because a disk takes as long for one commit as for many. Each member has a
 * savepoint, so it is atomic. Results are returned after the commit. If the commit fails, all members fail.
 *
 * @param transaction runs a transaction, and commits it unless `work` throws
 */
export function createGroupCommit<Inside>(
  transaction: (work: (begun: GroupTransaction<Inside>) => Promise<void>) => Promise<void>,
): <Result>(work: (inside: Inside) => Promise<Result>) => Promise<Result> {
  const add = takeInBatches<Member<Inside>>(async (members) => {
    const ends: (() => void)[] = [];
    try {
      await transaction(async (begun) => {
        const [only] = members.length === 1 ? members : [];
        if (only !== undefined) ends.push(await only.work(begun.inside));
        else for (const member of members) ends.push(await inSavepoint(begun, member));
      });
    } catch (error) {
      for (const { fail } of members) fail(error);
      return;
    }
    for (const end of ends) end();
  });
  return (work) =>
    new Promise((resolve, reject) => {
      add({
        // It belongs to its own request, and not to that of the first member.
        work: AsyncResource.bind((inside: Inside) =>
          work(inside).then((result) => () => {
            resolve(result);
          }),
        ),
        fail: reject,
      });
    });
}

/** One of the transactions that are committed together. */
interface Member<Inside> {
  /** Resolves to a function that returns the result, for after the commit. */
  readonly work: (inside: Inside) => Promise<() => void>;
  readonly fail: (error: unknown) => void;
}

async function inSavepoint<Inside>(
  { inside, run }: GroupTransaction<Inside>,
  { work, fail }: Member<Inside>,
): Promise<() => void> {
  await run("SAVEPOINT member");
  try {
    const end = await work(inside);
    await run("RELEASE member");
    return end;
  } catch (error) {
    try {
      await run("ROLLBACK TO member");
      await run("RELEASE member");
    } catch {
      // The database has rolled back the whole transaction, so all members fail for the same reason.
      throw error;
    }
    return () => {
      fail(error);
    };
  }
}
