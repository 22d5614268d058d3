import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../testing/open-gateway.ts";
import { bankModule } from "../testing/bank-module.ts";
import { BankFailure, guardBank } from "./guard.ts";
import { type ThreadRules, threadedBank } from "./threaded-bank.ts";

const payment = {
  transactionId: "t-1",
  amount: 150_000,
  orderAmount: 150_000,
  partnerCode: "P1",
  paymentMethod: "CC",
  bankCode: "BANK01",
};

/** A bank that declines every payment, and whose `register` is a JavaScript function; `made` is run when it is made. */
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
  ["an error that nobody catches", "() => { setTimeout(() => { throw new Error('4111'); }); }"],
  ["a rejection that nobody catches", "() => { Promise.reject(new Error('4111')); }"],
  ["process.exit", "() => process.exit(3)"],
])("%s ends what is under way, and the next call is answered", async (_name, act) => {
  const { guarded, ended } = await threaded(`() => new Promise((resolve) => { (${act})(); })`);
  const asked = guarded.register({ type: "account", accountNumber: "1" });
  await expect(asked).rejects.toMatchObject({
    code: "bank-register-failed",
    cause: { code: "bank-module-ended" },
  });
  expect(await guarded.decide(payment)).toBe("declined");
  expect(ended).toHaveLength(1);
});

test("what a module writes to its thread's port by itself is not heard", async () => {
  const { guarded } = await threaded(`async () => {
    const { parentPort } = await import("node:worker_threads");
    for (const message of [null, undefined, "ready", {}, { id: 1, error: null }]) parentPort.postMessage(message);
    return "reference";
  }`);
  expect(await guarded.register({ type: "account", accountNumber: "1" })).toBe("reference");
});

test("a module that ends as soon as it is loaded is started again and again", async () => {
  const { guarded, ended } = await threaded("() => {}", {}, 100, "setImmediate(process.exit)");
  for (const count of [1, 2]) {
    await expect.poll(() => ended.length).toBe(count);
    // Nobody is answered, and nobody waits for ever.
    await guarded.decide(payment);
  }
});

test("a module whose end is heard together with its loading can be closed", async () => {
  const opening = threaded("() => {}", {}, 100, "setImmediate(process.exit)");
  await wait(50);
  // Both are heard at once then.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1500);
  await (await opening).bank.close?.();
});

test("a module that hangs while it is loaded again is given up, and started once more", async () => {
  const flag = join(temporaryFolder(), "hangs");
  const made = `const { existsSync, rmSync } = process.getBuiltinModule("fs");
    if (existsSync(${JSON.stringify(flag)})) { rmSync(${JSON.stringify(flag)}); for (;;); }`;
  const { guarded } = await threaded("() => process.exit()", { loadMs: 5000 }, 100, made);
  writeFileSync(flag, "");
  await expect(guarded.register({ type: "account", accountNumber: "1" })).rejects.toThrow();
  expect(await guarded.decide(payment)).toBe("pending");
  await expect.poll(() => existsSync(flag)).toBe(false);
  await expect.poll(() => guarded.decide(payment)).toBe("declined");
});

test("a loop without an end is ended, and the next call is answered", async () => {
  const { guarded, ended } = await threaded("() => { for (;;); }", { deafMs: 50 }, 200);
  const asked = guarded.register({ type: "account", accountNumber: "1" });
  await expect(asked).rejects.toMatchObject({ code: "bank-register-timed-out" });
  await expect.poll(() => ended.length).toBe(1);
  // The guard's limit is no longer than a new thread may take to start.
  await expect.poll(() => guarded.decide(payment)).toBe("declined");
});

test("a bank that is only slow is not taken for blocked", async () => {
  const { guarded, ended } = await threaded(
    "(_, signal) => new Promise(() => {})",
    { deafMs: 1500 },
    20,
  );
  const slow = () => guarded.register({ type: "account", accountNumber: "1" });
  const until = performance.now() + 1700;
  while (performance.now() < until) await expect(slow()).rejects.toThrow(BankFailure);
  expect(ended).toEqual([]);
});

test("what a method throws is told with its code, whatever else it holds", async () => {
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

test("the signal ends when the gateway waits no longer", async () => {
  const { bank } = await threaded(`(source, signal) => new Promise((resolve) => {
    if (source.accountNumber === "2") resolve(globalThis.stopped);
    signal.addEventListener("abort", () => { globalThis.stopped = "stopped"; });
  })`);
  const source = { type: "account", accountNumber: "1" } as const;
  const late = new AbortController();
  const asked = bank.register(source, late.signal);
  await bank.decide(payment);
  late.abort();
  await expect(asked).rejects.toThrow("aborted");
  expect(await bank.register({ ...source, accountNumber: "2" })).toBe("stopped");
});
