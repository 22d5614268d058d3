import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { sharedCall } from "./shared-call.ts";

test("equal calls in one turn share one call, which begins after the turn", async () => {
  let state = "before";
  const calls: string[] = [];
  const read = sharedCall((name: string) => {
    calls.push(name);
    return Promise.resolve(`${name} ${state}`);
  });
  const asked = [read("a"), read("b"), read("a")];
  state = "after";
  expect(await Promise.all(asked)).toEqual(["a after", "b after", "a after"]);
  expect(calls).toEqual(["a", "b"]);
});

test("a call during a running call makes a new one, and a failure is not kept", async () => {
  const responses = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  let calls = 0;
  const read = sharedCall(() => responses[calls++]?.promise ?? Promise.reject(new Error("failed")));
  const first = read();
  await setImmediate();
  const second = read();
  responses[1]?.resolve("new");
  responses[0]?.resolve("old");
  expect(await Promise.all([first, second])).toEqual(["old", "new"]);
  await expect(read()).rejects.toThrow("failed");
  await expect(read()).rejects.toThrow("failed");
  expect(calls).toBe(4);
});
