import { expect, test } from "vitest";
import { createFairTurn } from "./fair-turn.ts";

test("owners take turns, and the users of each keep their order", async () => {
  const turn = createFairTurn();
  const done: string[] = [];
  const use = async (owner: string, name: string) => {
    await turn.begin(owner);
    done.push(name);
    await Promise.resolve();
    turn.end();
  };
  await Promise.all([
    ...["a1", "a2", "a3", "a4"].map((name) => use("A", name)),
    ...["b1", "b2"].map((name) => use("B", name)),
  ]);
  expect(done).toEqual(["a1", "a2", "b1", "a3", "b2", "a4"]);
});
