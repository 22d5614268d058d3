import { setImmediate } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { openSandboxClock } from "./clock.ts";
import { bringClockBack } from "../../domain/clock-reset.ts";
import { InvalidInputError } from "../../domain/errors.ts";
import { openStorage } from "../../storage/open.ts";
import { openTestGateway, testLocation } from "../../testing/open-gateway.ts";

async function openSettings() {
  const storage = await openStorage(await testLocation(), { mode: "sandbox" });
  onTestFinished(storage.close);
  return storage.settings;
}

test("a frozen clock stands still, also after a restart, and runs on from there", async () => {
  const location = await testLocation();
  let real = 1000;
  const base = { now: () => real };
  const first = await openStorage(location, { mode: "sandbox" });
  const clock = await openSandboxClock(first.settings, base);
  await clock.freeze();
  real += 500;
  await clock.freeze();
  expect([clock.now(), clock.frozen]).toEqual([1000, true]);
  await clock.advance(1);
  await first.close();

  const second = await openStorage(location, { mode: "sandbox" });
  const reopened = await openSandboxClock(second.settings, base);
  expect([reopened.now(), reopened.frozen]).toEqual([2000, true]);
  await reopened.unfreeze();
  expect([reopened.now(), reopened.frozen]).toEqual([2000, false]);
  real += 7;
  await reopened.unfreeze();
  expect(reopened.now()).toBe(2007);
  await second.close();
});

test.each([false, true])("a reset sets the clock to real time, frozen: %s", async (frozen) => {
  const settings = await openSettings();
  let real = 1000;
  const base = { now: () => real };
  const clock = await openSandboxClock(settings, base);
  const other = await openSandboxClock(settings, base);
  if (frozen) await clock.freeze();
  await clock.advance(60);
  real += 500;
  expect(await clock.reset()).toEqual({ byMs: frozen ? 59_500 : 60_000, movedAtMs: 1000 });
  await other.follow();
  real += 1;
  expect([clock.now(), other.now(), clock.frozen]).toEqual([1501, 1501, false]);
  expect(await other.reset()).toMatchObject({ byMs: 0 });
});

test("the clock and the records are set back in one transaction", async () => {
  const gateway = await openTestGateway();
  const { store } = gateway;
  const base = { now: () => 1000 };
  const clock = await openSandboxClock(store.settings, base);
  await clock.advance(60);
  const failing: typeof store = {
    ...store,
    atomically: (work) =>
      store.atomically((inside) =>
        work({ ...inside, moveTimersBack: () => Promise.reject(new Error("The disk is full.")) }),
      ),
  };
  const broken = bringClockBack({ ...gateway, clock, store: failing }, clock);
  await expect(broken).rejects.toThrow("The disk is full.");
  const other = await openSandboxClock(store.settings, base);
  expect([clock.now(), other.now()]).toEqual([61_000, 61_000]);
  await bringClockBack({ ...gateway, clock }, clock);
  await other.follow();
  expect([clock.now(), other.now()]).toEqual([1000, 1000]);
});

test("several processes share the clock", async () => {
  const settings = await openSettings();
  const base = { now: () => 1000 };
  const clock = await openSandboxClock(settings, base);
  const other = await openSandboxClock(settings, base);
  await Promise.all(Array.from({ length: 5 }, () => [clock.advance(1), other.advance(1)]).flat());
  await Promise.all([clock.follow(), other.follow()]);
  expect([clock.now(), other.now()]).toEqual([11_000, 11_000]);
  await clock.freeze();
  await other.follow();
  expect(other.frozen).toBe(true);
});

test("a position that was read before a change is ignored", async () => {
  let finishReading: (value: string) => void = () => undefined;
  const settings = {
    read: () => Promise.resolve<string | undefined>("0"),
    write: () => Promise.resolve(),
    writeOnce: () => Promise.resolve("0"),
    replace: () => Promise.resolve(true),
  };
  const clock = await openSandboxClock(settings, { now: () => 0 });
  settings.read = () =>
    new Promise((resolve) => {
      finishReading = resolve;
    });
  const following = clock.follow();
  // Now it is reading.
  await setImmediate();
  await clock.advance(1);
  finishReading("0");
  await following;
  expect(clock.now()).toBe(1000);
});

test("the clock cannot pass the year 9999", async () => {
  const clock = await openSandboxClock(await openSettings(), { now: () => 0 });
  await expect(clock.advance(1e15)).rejects.toThrow(InvalidInputError);
  expect(clock.now()).toBe(0);
});
