import { expect, test } from "vitest";
import { NotFound } from "../errors.ts";
import { eachBatch } from "./batches.ts";

test.each([0, 1, 99, 100, 101, 200, 250])(
  "works off %i, each once, in their order",
  async (count) => {
    const left = Array.from({ length: count }, (_, at) => at);
    const done: number[] = [];
    const worked = await eachBatch(
      (limit) => Promise.resolve(left.slice(0, limit)),
      (item) => {
        left.splice(left.indexOf(item), 1);
        done.push(item);
        return Promise.resolve();
      },
    );
    expect(worked).toBe(count);
    expect(done).toEqual([...done].sort((a, b) => a - b));
    expect(left).toEqual([]);
  },
);

test("what is removed in the meantime keeps nothing else from being done", async () => {
  const done: number[] = [];
  const work = async (item: number) => {
    await Promise.resolve();
    if (item === 2) throw new NotFound("transaction");
    done.push(item);
  };
  await eachBatch(() => Promise.resolve([1, 2, 3]), work);
  expect(done).toEqual([1, 3]);
});

test("any other error is told", async () => {
  const work = () => Promise.reject(new Error("The disk is full."));
  await expect(eachBatch(() => Promise.resolve([1]), work)).rejects.toThrow("The disk is full.");
});
