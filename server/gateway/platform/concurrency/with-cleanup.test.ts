import { expect, test } from "vitest";
import { onFailure, withCleanup } from "./with-cleanup.ts";

const fails = (message: string) => () => Promise.reject(new Error(message));

test("the first error is thrown, whatever happens to the cleaning up", async () => {
  for (const run of [withCleanup, onFailure])
    await expect(run(fails("work"), fails("cleaning up"))).rejects.toThrow("work");
  const works = () => Promise.resolve(1);
  await expect(withCleanup(works, fails("cleaning up"))).rejects.toThrow("cleaning up");
  expect(await onFailure(works, fails("cleaning up"))).toBe(1);
});
