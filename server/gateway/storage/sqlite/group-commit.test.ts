import { DatabaseSync } from "node:sqlite";
import { beforeEach, expect, test } from "vitest";
import { createGroupCommit } from "./group-commit.ts";

let database: DatabaseSync;
let commits: number;
/** Called at each commit. */
let atCommit: () => void;
const read = () =>
  database
    .prepare("SELECT id FROM rows ORDER BY id")
    .all()
    .map(({ id }) => id);
const insert = (id: number) => () =>
  Promise.resolve().then(() => {
    database.exec(`INSERT INTO rows VALUES (${id})`);
  });

beforeEach(() => {
  database = new DatabaseSync(":memory:");
  database.exec("CREATE TABLE rows (id integer PRIMARY KEY)");
  commits = 0;
  atCommit = () => undefined;
});

const makeTogether = () =>
  createGroupCommit<undefined>(async (work) => {
    database.exec("BEGIN IMMEDIATE");
    try {
      await work({
        inside: undefined,
        run: (text) =>
          Promise.resolve().then(() => {
            database.exec(text);
          }),
      });
      atCommit();
      database.exec("COMMIT");
      commits += 1;
    } catch (error) {
      if (database.isTransaction) database.exec("ROLLBACK");
      throw error;
    }
  });

test("concurrent transactions share a commit, and one that fails is rolled back alone", async () => {
  const together = makeTogether();
  const half = () =>
    insert(2)().then(() => {
      throw new Error("half done");
    });
  const ends = [together(insert(1)), together(half), together(insert(1)), together(insert(3))];
  expect((await Promise.allSettled(ends)).map(({ status }) => status)).toEqual([
    "fulfilled",
    "rejected",
    "rejected",
    "fulfilled",
  ]);
  expect([read(), commits]).toEqual([[1, 3], 1]);
  await together(insert(4));
  expect([read(), commits]).toEqual([[1, 3, 4], 2]);
});

test("no result is returned before the commit", async () => {
  const together = makeTogether();
  const answered: number[] = [];
  atCommit = () => {
    expect(answered).toEqual([]);
  };
  await Promise.all([1, 2].map((id) => together(insert(id)).then(() => answered.push(id))));
  expect(answered).toEqual([1, 2]);
});

test("if the commit fails, all members fail, and the next transaction succeeds", async () => {
  const together = makeTogether();
  atCommit = () => {
    throw new Error("The disk is full.");
  };
  const ends = await Promise.allSettled([together(insert(1)), together(insert(2))]);
  expect(ends.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  atCommit = () => undefined;
  await together(insert(3));
  expect(read()).toEqual([3]);
});

test("if the database rolls the transaction back, all members fail, and nothing is stored", async () => {
  const together = makeTogether();
  const ended = () =>
    Promise.resolve().then(() => {
      database.exec("ROLLBACK");
      throw new Error("The database has rolled back.");
    });
  const ends = await Promise.allSettled([
    together(insert(1)),
    together(ended),
    together(insert(2)),
  ]);
  expect(ends.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
  expect(read()).toEqual([]);
});
