import { expect, test } from "vitest";
import { withinLimit } from "./long-test.ts";

const never = () => new Promise<never>(() => undefined);

test("what hangs fails with what it waits for", async () => {
  const hanging = withinLimit("a test", 50, async (step) => {
    step("the first answer");
    await Promise.resolve();
    step("answer 2 of 3");
    await never();
  });
  await expect(hanging).rejects.toThrow(/^After \d+ s it still waits for answer 2 of 3\.$/);
});

test("what fails fails by its own words, and what ends in time ends", async () => {
  const failing = withinLimit("a test", 60_000, () => Promise.reject(new Error("of its own")));
  await expect(failing).rejects.toThrow("of its own");
  await expect(withinLimit("a test", 60_000, () => Promise.resolve())).resolves.toBeUndefined();
});
