import { EventEmitter } from "node:events";
import { expect, test } from "vitest";
import { stopOnSignal } from "./signals.ts";

const never = new Promise<never>(() => undefined);

test.each([
  ["all has finished", Promise.resolve(() => Promise.resolve()), 0],
  ["something has not", Promise.resolve(() => Promise.reject(new Error("requests"))), 1],
  ["stopping hangs", Promise.resolve(() => never), 1],
  ["starting hangs", never, 1],
])("when %s, the process ends", async (_name, started, code) => {
  for (const signal of ["SIGTERM", "SIGINT"]) {
    const { exited, send } = watched(started, 10);
    send(signal);
    expect(await exited).toBe(code);
  }
});

test("a second signal ends the process at once", async () => {
  const { exited, send } = watched(never, 60_000);
  send("SIGTERM");
  send("SIGINT");
  expect(await exited).toBe(1);
});

function watched(started: Promise<() => Promise<void>>, patienceMs: number) {
  const signals = new EventEmitter();
  const exited = new Promise<number>((resolve) => {
    const target = Object.assign(signals, { exit: resolve });
    stopOnSignal(started, { target, patienceMs, print: () => undefined });
  });
  return { exited, send: (signal: string) => signals.emit(signal) };
}
