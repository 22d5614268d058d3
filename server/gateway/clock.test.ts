import { join } from "node:path";
import { expect, test } from "vitest";
import { openSandboxClock } from "./clock.ts";
import { InvalidInput } from "./domain/errors.ts";
import { createSeal } from "./seal.ts";
import { openStorage } from "./storage/open.ts";
import { temporaryFolder } from "./testing.ts";

test("stays where it was moved, over a restart", async () => {
  const file = join(temporaryFolder(), "gateway.sqlite");
  const seal = createSeal(new Uint8Array(32));
  const base = { now: () => 1000 };
  const first = await openStorage(file, seal);
  const clock = await openSandboxClock(first.settings, base);
  expect(clock.now()).toBe(1000);
  await Promise.all([clock.advance(1), clock.advance(2)]);
  expect(clock.now()).toBe(4000);
  await first.close();

  const second = await openStorage(file, seal);
  expect((await openSandboxClock(second.settings, base)).now()).toBe(4000);
  await second.close();
});

test("does not go where no date can be written", async () => {
  const settings = {
    read: () => Promise.resolve(undefined),
    write: () => Promise.resolve(),
  };
  const clock = await openSandboxClock(settings, { now: () => 0 });
  await expect(clock.advance(1e15)).rejects.toThrow(InvalidInput);
  expect(clock.now()).toBe(0);
});
