import { describe, expect, test } from "vitest";
import { guardBank } from "./guard.ts";
import { loadBank } from "./module.ts";
import type { BankReversal } from "../domain/bank/bank.ts";
import { bankModule, bankPayment, bankThat } from "../testing/bank-module.ts";

const reversal: BankReversal = {
  reversalId: "r-1",
  authorizationId: "a-1",
  amount: 1000,
  refusedBefore: 0,
  waitedMs: 0,
};
const card = { type: "card", cardNumber: "4539 1488 0343 6467" } as const;

/** A guarded bank whose methods all do the same, and the reported failures. */
async function guarded(act: string, timeoutMs = 60_000) {
  const reported: string[] = [];
  const bank = guardBank(await loadBank(bankModule(bankThat(act)), {}), {
    timeoutMs,
    onFailure: ({ code }) => reported.push(code),
  });
  return { bank, reported };
}

describe.each([
  ["throws at once", "failed", "() => { throw new Error('down'); }"],
  ["rejects", "failed", "() => Promise.reject(new Error('down'))"],
  ["rejects with something that is no error", "failed", "() => Promise.reject(undefined)"],
  ["never answers", "timed-out", "() => new Promise(() => {})"],
  ["answers what is not listed", "answered-wrongly", "() => ({ status: 'SUCCESS' })"],
  ["answers nothing useful", "answered-wrongly", "() => null"],
])("a bank that %s", (_name, how, act) => {
  test("leaves decisions pending and refuses cards, and the failure is reported", async () => {
    const { bank, reported } = await guarded(act, how === "timed-out" ? 10 : undefined);
    expect(await bank.decide(bankPayment)).toBe("pending");
    expect(await bank.reverse(reversal)).toEqual({ status: "pending" });
    expect(reported).toEqual([`bank-decide-${how}`, `bank-reverse-${how}`]);
    await expect(bank.register(card)).rejects.toMatchObject({ code: `bank-register-${how}` });
    await expect(bank.enrol("4")).rejects.toMatchObject({ code: `bank-enrol-${how}` });
  });
});

const detail = { field: "amount", reason: "is too much" };
const refusal = { errorCode: 402, message: "no", details: [] };

test.each<[string, unknown]>([
  ["a text", "error"],
  ["no error", { status: "error" }],
  ["a text as error code", { status: "error", error: { ...refusal, errorCode: "402" } }],
  ["an error code beyond int32", { status: "error", error: { ...refusal, errorCode: 2 ** 31 } }],
  ["a text as detail", { status: "error", error: { ...refusal, details: ["no"] } }],
  ["101 details", { status: "error", error: { ...refusal, details: Array(101).fill(detail) } }],
  ["a long message", { status: "error", error: { ...refusal, message: "x".repeat(4097) } }],
  ["U+0000 in its message", { status: "error", error: { ...refusal, message: "no\0" } }],
])("an answer to reverse with %s leaves the reversal pending", async (_name, answer) => {
  const { bank } = await guarded(`() => (${JSON.stringify(answer)})`);
  expect(await bank.reverse(reversal)).toEqual({ status: "pending" });
});

test("fields of a refused reversal that the contract does not have are dropped", async () => {
  const error = { ...refusal, bankCode: 1, details: [{ ...detail, hint: "none" }] };
  const { bank } = await guarded(`() => (${JSON.stringify({ status: "error", error, more: 1 })})`);
  const decision = { status: "error", error: { ...refusal, details: [detail] } };
  expect(await bank.reverse(reversal)).toEqual(decision);
});

test("the signal of a late call is aborted", async () => {
  const { bank } = await guarded(
    `(_, signal) => new Promise((resolve) => {
      signal.addEventListener("abort", () => { globalThis.stopped = true; resolve("success"); });
    })`,
    10,
  );
  expect(await bank.decide(bankPayment)).toBe("pending");
  expect(globalThis).toHaveProperty("stopped", true);
  Reflect.deleteProperty(globalThis, "stopped");
});

test.each(["'x'.repeat(4097)", "'a\\0'", "'a\\ud800'"])(
  "a reference that is too long or cannot be stored is refused: %s",
  async (reference) => {
    const { bank } = await guarded(`() => ${reference}`);
    await expect(bank.register(card)).rejects.toThrow("answered wrongly");
  },
);

test("a failure to close is reported by its code", async () => {
  const reported: unknown[] = [];
  const close = () => Promise.reject(new Error("4111"));
  const { bank } = await guarded("() => {}");
  const guard = guardBank({ ...bank, close }, { onFailure: ({ code }) => reported.push(code) });
  await guard.close?.();
  expect(reported).toEqual(["bank-close-failed"]);
});

test.each(["4539148803436467", "kept:4539-1488-0343-6467", "4539 1488 0343 6467"])(
  "a reference with the card's number is refused: %s",
  async (reference) => {
    const { bank } = await guarded(`() => ${JSON.stringify(reference)}`);
    await expect(bank.register(card)).rejects.toMatchObject({
      code: "bank-register-answered-wrongly",
    });
    await expect(bank.register(card)).rejects.not.toThrow("4539");
  },
);
