import { takeInBatches } from "./batching.ts";

/** A transaction that others can join. */
export interface GroupTransaction<Inside> {
  /** What a transaction's work is done with. */
  readonly inside: Inside;
  /** Runs SQL without parameters. */
  readonly run: (text: string) => Promise<unknown>;
}

/**
 * Commits together what is asked for at once, as a disk takes as long for one as for many. Each work has a savepoint,
 * so that it is done as a whole or not at all; nobody is answered before the commit, and where that fails, all have
 * failed.
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
        work: (inside) =>
          work(inside).then((result) => () => {
            resolve(result);
          }),
        fail: reject,
      });
    });
}

/** One transaction of those that are committed together. */
interface Member<Inside> {
  /** Resolves to what is to be called after the commit. */
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
    // Throws where the database has ended the transaction by itself: then nobody's work is done.
    await run("ROLLBACK TO member");
    await run("RELEASE member");
    return () => {
      fail(error);
    };
  }
}
