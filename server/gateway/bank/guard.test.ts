import { describe, expect, test } from "vitest";
import { guardBank } from "./guard.ts";
import { loadBank } from "./module.ts";
import type { BankPayment, BankReversal } from "../domain/bank/bank.ts";
import { bankModule, bankThat } from "../testing/bank-module.ts";

const payment: BankPayment = {
  transactionId: "t-1",
  amount: 150_000,
  orderAmount: 150_000,
  partnerCode: "P1",
  paymentMethod: "CC",
  bankCode: "BANK01",
};
const reversal: BankReversal = {
  reversalId: "r-1",
  authorizationId: "a-1",
  amount: 1000,
  refusedBefore: 0,
  waitedMs: 0,
};
const card = { type: "card", cardNumber: "4539 1488 0343 6467" } as const;

/** A bank that does the same at all its methods, and what was told of it. */
async function guarded(act: string, timeoutMs = 60_000) {
  const told: string[] = [];
  const bank = guardBank(await loadBank(bankModule(bankThat(act)), {}), {
    timeoutMs,
    onFailure: ({ code }) => told.push(code),
  });
  return { bank, told };
}

describe.each([
  ["throws at once", "failed", "() => { throw new Error('down'); }"],
  ["rejects", "failed", "() => Promise.reject(new Error('down'))"],
  ["rejects with something that is no error", "failed", "() => Promise.reject(undefined)"],
  ["never answers", "timed-out", "() => new Promise(() => {})"],
  ["answers what is not listed", "answered-wrongly", "() => ({ status: 'SUCCESS' })"],
  ["answers nothing useful", "answered-wrongly", "() => null"],
])("a bank that %s", (_name, how, act) => {
  test("has decided nothing, and taken no card; it is told why", async () => {
    const { bank, told } = await guarded(act, how === "timed-out" ? 10 : undefined);
    expect(await bank.decide(payment)).toBe("pending");
    expect(await bank.reverse(reversal)).toEqual({ status: "pending" });
    expect(told).toEqual([`bank-decide-${how}`, `bank-reverse-${how}`]);
    await expect(bank.register(card)).rejects.toMatchObject({ code: `bank-register-${how}` });
    await expect(bank.enrol("4")).rejects.toMatchObject({ code: `bank-enrol-${how}` });
  });
});

test.each([
  "error",
  { status: "error" },
  { status: "error", error: { errorCode: "402", message: "no", details: [] } },
  { status: "error", error: { errorCode: 402, message: "no", details: ["no"] } },
])("%j decides no reversal", async (answer) => {
  const { bank } = await guarded(`() => (${JSON.stringify(answer)})`);
  expect(await bank.reverse(reversal)).toEqual({ status: "pending" });
});

test("a bank that is late is told to stop", async () => {
  const { bank } = await guarded(
    `(_, signal) => new Promise((resolve) => {
      signal.addEventListener("abort", () => { globalThis.stopped = true; resolve("success"); });
    })`,
    10,
  );
  expect(await bank.decide(payment)).toBe("pending");
  expect(globalThis).toHaveProperty("stopped", true);
  Reflect.deleteProperty(globalThis, "stopped");
});

test("a reference as long as a book is none", async () => {
  const { bank } = await guarded("() => 'x'.repeat(4097)");
  await expect(bank.register(card)).rejects.toThrow("answered wrongly");
});

test("a bank that cannot be closed is told of by its code", async () => {
  const told: unknown[] = [];
  const close = () => Promise.reject(new Error("4111"));
  const { bank } = await guarded("() => {}");
  const guard = guardBank({ ...bank, close }, { onFailure: ({ code }) => told.push(code) });
  await guard.close?.();
  expect(told).toEqual(["bank-close-failed"]);
});

test.each(["4539148803436467", "kept:4539-1488-0343-6467", "4539 1488 0343 6467"])(
  "a card's number is no reference: %s",
  async (reference) => {
    const { bank } = await guarded(`() => ${JSON.stringify(reference)}`);
    await expect(bank.register(card)).rejects.toMatchObject({
      code: "bank-register-answered-wrongly",
    });
    await expect(bank.register(card)).rejects.not.toThrow("4539");
  },
);
