import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../testing/open-gateway.ts";
import { bankModule, bankPayment } from "../testing/bank-module.ts";
import { BankFailureError, guardBank } from "./guard.ts";
import { type ThreadRules, threadedBank } from "./threaded-bank.ts";

/** A bank in a thread. It declines every payment; `register` is JavaScript text, `made` runs when the bank is created. */
async function threaded(
  register: string,
  rules: Partial<ThreadRules> = {},
  timeoutMs?: number,
  made = "",
) {
  const name = bankModule(`export const createBank = () => {
    ${made};
    return {
      register: ${register},
      sendOtp() {}, reverse() {}, enrol() {},
      decide: () => "declined",
    };
  };`);
  const ended: unknown[] = [];
  const onEnd = (error: unknown) => ended.push(error);
  const data = { name, environment: {} };
  const bank = await threadedBank(data, { onEnd, restartMs: 10, ...rules });
  onTestFinished(async () => {
    await bank.close?.();
  });
  const guarded = guardBank(bank, { timeoutMs, onFailure: () => undefined });
  return { bank, guarded, ended };
}

test.each([
  ["an uncaught error", "() => { setTimeout(() => { throw new Error('4111'); }); }"],
  ["an uncaught rejection", "() => { Promise.reject(new Error('4111')); }"],
  ["process.exit", "() => process.exit(3)"],
])("%s fails the open calls, and the next call is answered", async (_name, act) => {
  const { guarded, ended } = await threaded(`() => new Promise((resolve) => { (${act})(); })`);
  const asked = guarded.register({ type: "account", accountNumber: "1" });
  await expect(asked).rejects.toMatchObject({
    code: "bank-register-failed",
    cause: { code: "bank-module-ended" },
  });
  expect(await guarded.decide(bankPayment)).toBe("declined");
  expect(ended).toHaveLength(1);
});

test("messages that a module writes to its thread's port are ignored", async () => {
  const { guarded } = await threaded(`async () => {
    const { parentPort } = await import("node:worker_threads");
    for (const message of [null, undefined, "ready", {}, { id: 1, error: null }]) parentPort.postMessage(message);
    return "reference";
  }`);
  expect(await guarded.register({ type: "account", accountNumber: "1" })).toBe("reference");
});

test("a module that ends right after loading is started again", async () => {
  const { guarded, ended } = await threaded("() => {}", {}, 100, "setImmediate(process.exit)");
  for (const count of [1, 2]) {
    await expect.poll(() => ended.length).toBe(count);
    // The call fails in time.
    await guarded.decide(bankPayment);
  }
});

test("a module that ended right after loading can be closed", async () => {
  const opening = threaded("() => {}", {}, 100, "setImmediate(process.exit)");
  await wait(50);
  // The main thread then gets both messages at once.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1500);
  await (await opening).bank.close?.();
});

test("a module that hangs during a restart is ended and started again", async () => {
  const flag = join(temporaryFolder(), "hangs");
  const made = `const { existsSync, rmSync } = process.getBuiltinModule("fs");
    if (existsSync(${JSON.stringify(flag)})) { rmSync(${JSON.stringify(flag)}); for (;;); }`;
  const { guarded } = await threaded("() => process.exit()", { loadMs: 2000 }, 100, made);
  writeFileSync(flag, "");
  await expect(guarded.register({ type: "account", accountNumber: "1" })).rejects.toThrow();
  expect(await guarded.decide(bankPayment)).toBe("pending");
  await expect.poll(() => existsSync(flag)).toBe(false);
  await expect.poll(() => guarded.decide(bankPayment)).toBe("declined");
});

test("an endless loop is ended, and the next call is answered", async () => {
  const { guarded, ended } = await threaded("() => { for (;;); }", { abortMs: 50 }, 200);
  const asked = guarded.register({ type: "account", accountNumber: "1" });
  await expect(asked).rejects.toMatchObject({ code: "bank-register-timed-out" });
  await expect.poll(() => ended.length).toBe(1);
  // A new thread can take longer to start than the guard's timeout.
  await expect.poll(() => guarded.decide(bankPayment)).toBe("declined");
});

test("a slow bank does not count as blocked", async () => {
  const { guarded, ended } = await threaded(
    "(_, signal) => new Promise(() => {})",
    { abortMs: 1500 },
    20,
  );
  const slow = () => guarded.register({ type: "account", accountNumber: "1" });
  const until = performance.now() + 1700;
  while (performance.now() < until) await expect(slow()).rejects.toThrow(BankFailureError);
  expect(ended).toEqual([]);
});

test("an error of a method keeps its message and code, even if it cannot be cloned", async () => {
  const { bank } = await threaded(
    "() => { throw Object.assign(new Error('no'), { code: 'ECONNREFUSED', cause: () => {} }); }",
  );
  await expect(bank.register({ type: "account", accountNumber: "1" })).rejects.toMatchObject({
    message: "no",
    code: "ECONNREFUSED",
  });
});

test("an error that is its own cause fails only its call", async () => {
  const { bank, ended } = await threaded(
    "() => { const error = new Error('no'); error.cause = error; throw error; }",
  );
  const registered = bank.register({ type: "account", accountNumber: "1" });
  await expect(registered).rejects.toMatchObject({ message: "no" });
  expect(ended).toEqual([]);
});

test("the signal of a method is aborted when the gateway stops waiting", async () => {
  const { bank } = await threaded(`(source, signal) => new Promise((resolve) => {
    if (source.accountNumber === "2") resolve(globalThis.stopped);
    signal.addEventListener("abort", () => { globalThis.stopped = "stopped"; });
  })`);
  const source = { type: "account", accountNumber: "1" } as const;
  const late = new AbortController();
  const asked = bank.register(source, late.signal);
  await bank.decide(bankPayment);
  late.abort();
  await expect(asked).rejects.toThrow("aborted");
  expect(await bank.register({ ...source, accountNumber: "2" })).toBe("stopped");
});
