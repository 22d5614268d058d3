import { expect, test } from "vitest";
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
