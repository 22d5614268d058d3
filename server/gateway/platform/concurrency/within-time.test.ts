import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { afterRunning, endsWithin, TimeLimitError, withinTime } from "./within-time.ts";

/** Blocks the event loop. */
function block(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

/** Work that takes three turns of the event loop, each of which is blocked. */
async function inThreeTurns(): Promise<string> {
  for (let turn = 0; turn < 3; turn += 1) {
    await setImmediate();
    block(100);
  }
  return "done";
}

test("work is not judged by the time in which this process is blocked", async () => {
  expect(await withinTime(200, inThreeTurns)).toBe("done");
  expect(await endsWithin(200, inThreeTurns())).toBe(false);
});

test("work that takes too long is ended by its signal", async () => {
  let reason: unknown;
  const hangs = withinTime(50, (signal) => {
    signal.addEventListener("abort", () => {
      reason = signal.reason;
    });
    return new Promise<never>(() => undefined);
  });
  await expect(hangs).rejects.toBeInstanceOf(TimeLimitError);
  expect(reason).toBeInstanceOf(TimeLimitError);
});

test("a call after a time can be cancelled", async () => {
  let calls = 0;
  const cancel = afterRunning(20, () => (calls += 1));
  afterRunning(20, () => (calls += 1));
  cancel();
  await expect.poll(() => calls).toBe(1);
});
