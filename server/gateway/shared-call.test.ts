import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { sharedCall } from "./shared-call.ts";

test("who asks for the same in one turn shares a call, which begins after all of them have asked", async () => {
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

test("who asks while a call is under way gets another one, and a failure is not kept", async () => {
  const answers = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  let calls = 0;
  const read = sharedCall(() => answers[calls++]?.promise ?? Promise.reject(new Error("failed")));
  const first = read();
  await setImmediate();
  const second = read();
  answers[1]?.resolve("new");
  answers[0]?.resolve("old");
  expect(await Promise.all([first, second])).toEqual(["old", "new"]);
  await expect(read()).rejects.toThrow("failed");
  await expect(read()).rejects.toThrow("failed");
  expect(calls).toBe(4);
});
