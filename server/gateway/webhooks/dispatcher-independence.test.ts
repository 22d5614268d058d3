import { expect, test } from "vitest";
import { openDispatch, url } from "../testing/dispatch.ts";

test("fifty receivers that hang keep one that does not waiting for nothing, and are sent nothing twice", async () => {
  const hangs = Promise.withResolvers<number>();
  const fine = Promise.withResolvers<undefined>();
  const { received, dispatcherAt, enqueueMany } = await openDispatch((message) => {
    if (message.url !== url) return hangs.promise;
    fine.resolve(undefined);
    return 200;
  });
  // More than there are places for, all due before the one that is fine.
  for (let at = 0; at < 50; at += 1) await enqueueMany(6, `https://hangs-${at}.example/notify`);
  await enqueueMany(3);
  const machine = { now: 1000 };
  const [first, second] = [dispatcherAt(machine), dispatcherAt(machine)];
  await first.dispatch();
  await fine.promise;
  machine.now += 19_999;
  await Promise.all([first.dispatch(), second.dispatch()]);
  const ids = received.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  hangs.resolve(200);
  await Promise.all([first.idle(), second.idle()]);
  const sent = received.map(({ id }) => id);
  expect(sent).toHaveLength(303);
  expect(new Set(sent).size).toBe(303);
});

test("one receiver that hangs takes one place, however much waits for it", async () => {
  const hangs = Promise.withResolvers<number>();
  const { received, dispatcherAt, enqueueMany } = await openDispatch(() => hangs.promise);
  await enqueueMany(300, "https://hangs.example/notify?order=1");
  await enqueueMany(1);
  const dispatcher = dispatcherAt({ now: 1000 });
  await dispatcher.dispatch();
  await expect.poll(() => received.map((each) => each.url)).toHaveLength(2);
  expect(received.map((each) => each.url)).toContain(url);
  hangs.resolve(500);
  await dispatcher.stop();
  expect(received).toHaveLength(2);
});
