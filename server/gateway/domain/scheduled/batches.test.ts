import { expect, test } from "vitest";
import { NotFoundError } from "../errors.ts";
import { eachBatch } from "./batches.ts";

test.each([0, 1, 99, 100, 101, 200, 250])(
  "%i records are processed once each, in order",
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

test("a record that was removed meanwhile is skipped", async () => {
  const done: number[] = [];
  const work = async (item: number) => {
    await Promise.resolve();
    if (item === 2) throw new NotFoundError("transaction");
    done.push(item);
  };
  await eachBatch(() => Promise.resolve([1, 2, 3]), work);
  expect(done).toEqual([1, 3]);
});

test("another error is thrown after the other records have been processed", async () => {
  const done: number[] = [];
  const work = async (item: number) => {
    await Promise.resolve();
    if (item < 2) throw new Error("The disk is full.");
    done.push(item);
  };
  const all = Array.from({ length: 100 }, (_, at) => at);
  const find = () => Promise.resolve(all);
  await expect(eachBatch(find, work)).rejects.toThrow("The disk is full.");
  expect(done).toEqual(all.slice(2));
  const failing = () => Promise.reject(new Error("No database."));
  await expect(eachBatch(failing, work, { atOnce: 3 })).rejects.toThrow("No database.");
});

test("several records are processed at once, and one that hangs does not delay the others", async () => {
  const left = Array.from({ length: 250 }, (_, at) => at);
  const begun: number[] = [];
  const stopping = new AbortController();
  let most = 0;
  let now = 0;
  let goOn: () => void = () => undefined;
  const work = async (item: number) => {
    most = Math.max(most, (now += 1));
    begun.push(item);
    await new Promise<void>((resolve) => {
      if (item === 0) goOn = resolve;
      else setImmediate(resolve);
    });
    if (item !== 0) left.splice(left.indexOf(item), 1);
    now -= 1;
  };
  const find = (limit: number) => Promise.resolve(left.slice(0, limit));
  const worked = eachBatch(find, work, { atOnce: 5, signal: stopping.signal });
  await expect.poll(() => left).toEqual([0]);
  goOn();
  expect(await worked).toBe(250);
  expect(begun).toHaveLength(250);
  expect(most).toBe(5);
  stopping.abort();
  const none = eachBatch(() => Promise.resolve([1]), work, { signal: stopping.signal });
  expect(await none).toBe(0);
});
