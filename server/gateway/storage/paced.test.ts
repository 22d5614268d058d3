import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { paced } from "./paced.ts";

test("a step is followed by a pause that is as long", async () => {
  const begun = performance.now();
  let tookMs = 0;
  const result = await paced(async () => {
    await wait(50);
    tookMs = performance.now() - begun;
    return "done";
  });
  expect(result).toBe("done");
  // Timers of Node.js may end a millisecond early.
  expect(performance.now() - begun).toBeGreaterThanOrEqual(2 * tookMs - 2);
});
