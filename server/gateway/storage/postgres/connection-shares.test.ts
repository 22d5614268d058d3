import { expect, test } from "vitest";
import { createConnectionShares } from "./connection-shares.ts";

const reading = (owner: string) => ({ owner, reads: true });
const writing = (owner: string) => ({ owner, reads: false });

/** Takes connections of ten. `taken` has the owners in the order in which they got one. */
function sharing() {
  const { take, use } = createConnectionShares(10);
  const taken: string[] = [];
  const ends: (() => void)[] = [];
  const ask = async (user: { owner: string; reads: boolean }, count: number) => {
    for (let at = 0; at < count; at += 1)
      void take(user, 60_000).then(
        (giveBack) => {
          taken.push(user.owner);
          ends.push(giveBack);
        },
        // Some still wait at the end of a test.
        () => undefined,
      );
    await new Promise(setImmediate);
  };
  const end = async () => {
    ends.shift()?.();
    await new Promise(setImmediate);
  };
  return { take, use, taken, ask, end };
}

const countOf = (taken: readonly string[], owner: string) =>
  taken.filter((text) => text === owner).length;

test("one user has half of the connections, and others still get one at once", async () => {
  const { taken, ask, use } = sharing();
  await ask(writing("A"), 20);
  expect(taken).toHaveLength(5);
  expect(use()).toEqual({ most: 10, taken: 5, waiting: 15 });
  await ask(writing("B"), 20);
  await ask(writing("C"), 20);
  expect([countOf(taken, "B"), countOf(taken, "C")]).toEqual([3, 1]);
});

test("reading never takes all connections", async () => {
  const { taken, ask } = sharing();
  for (const owner of ["A", "B", "C", "D", "E", "F", "G", "H", "I"]) await ask(reading(owner), 20);
  expect(taken).toHaveLength(7);
  await ask(writing("Z"), 1);
  expect(countOf(taken, "Z")).toBe(1);
});

test("whoever waits gets the next connection in turn", async () => {
  const { taken, ask, end } = sharing();
  const owners = ["A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K", "L"];
  for (const owner of owners) await ask(writing(owner), 3);
  expect(taken).toHaveLength(10);
  for (let ended = 0; ended < 36; ended += 1) await end();
  for (const owner of owners) expect(countOf(taken, owner)).toBe(3);
  // K and L got one before anybody who waited for another one got it twice.
  expect(Math.max(taken.indexOf("K"), taken.indexOf("L"))).toBeLessThan(22);
});

test("nobody waits longer than the limit, and who gave up takes no connection", async () => {
  const { take, ask, end, taken } = sharing();
  await ask(writing("A"), 5);
  await expect(take(writing("A"), 10)).rejects.toThrow("No connection to the database was free");
  await end();
  await ask(writing("A"), 1);
  expect(taken).toHaveLength(6);
});
