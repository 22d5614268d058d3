import { describe, expect, test } from "vitest";
import { type BankFailureError, guardBank } from "./guard.ts";
import type { BankReversal } from "../domain/bank/bank.ts";
import { bankPayment } from "../testing/bank-module.ts";

const reversal: BankReversal = {
  reversalId: "r-1",
  authorizationId: "a-1",
  amount: 1000,
  refusedBefore: 0,
  waitedMs: 0,
};
const card = { type: "card", cardNumber: "4539 1488 0343 6467" } as const;

type Act = (...given: readonly unknown[]) => Promise<unknown>;

/** A guarded bank whose methods all do the same, and the reported failures. */
function guarded(act: Act, timeoutMs = 60_000) {
  const reported: string[] = [];
  const bank = { register: act, sendOtp: act, decide: act, reverse: act, enrol: act, close: act };
  const onFailure = ({ code }: BankFailureError) => reported.push(code);
  return { bank: guardBank(bank, { timeoutMs, onFailure }), reported };
}

const responder = (response: unknown) => guarded(() => Promise.resolve(response)).bank;

describe.each<[string, string, Act]>([
  [
    "throws at once",
    "failed",
    () => {
      throw new Error("down");
    },
  ],
  ["rejects", "failed", () => Promise.reject(new Error("down"))],
  [
    "rejects without an error",
    "failed",
    () => {
      const failing = Promise.withResolvers();
      failing.reject(undefined);
      return failing.promise;
    },
  ],
  ["never answers", "timed-out", () => new Promise(() => undefined)],
  ["answers what is not listed", "answered-wrongly", () => Promise.resolve({ status: "SUCCESS" })],
  ["answers null", "answered-wrongly", () => Promise.resolve(null)],
])("a bank that %s", (_name, how, act) => {
  test("leaves decisions pending and refuses cards, and the failure is reported", async () => {
    const { bank, reported } = guarded(act, how === "timed-out" ? 10 : undefined);
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
])("a response to reverse with %s leaves the reversal pending", async (_name, response) => {
  expect(await responder(response).reverse(reversal)).toEqual({ status: "pending" });
});

test("fields of a refused reversal that the contract does not have are dropped", async () => {
  const error = { ...refusal, bankCode: 1, details: [{ ...detail, hint: "none" }] };
  const bank = responder({ status: "error", error, more: 1 });
  const decision = { status: "error", error: { ...refusal, details: [detail] } };
  expect(await bank.reverse(reversal)).toEqual(decision);
});

test("the signal of a late call is aborted", async () => {
  let aborted = false;
  const untilAborted = (signal: unknown) =>
    new Promise((resolve) => {
      if (!(signal instanceof AbortSignal)) throw new Error("There is no signal.");
      signal.addEventListener("abort", () => {
        aborted = true;
        resolve("success");
      });
    });
  const { bank } = guarded((_payment, signal) => untilAborted(signal), 10);
  expect(await bank.decide(bankPayment)).toBe("pending");
  expect(aborted).toBe(true);
});

test.each([
  ["4097 characters", "x".repeat(4097)],
  ["U+0000", "a\0"],
  ["half a surrogate pair", "a\ud800"],
])("a reference with %s is refused", async (_name, reference) => {
  await expect(responder(reference).register(card)).rejects.toThrow("answered wrongly");
});

test("a failure to close is reported by its code", async () => {
  const { bank, reported } = guarded(() => Promise.reject(new Error("4111")));
  await bank.close?.();
  expect(reported).toEqual(["bank-close-failed"]);
});

test.each(["4539148803436467", "kept:4539-1488-0343-6467", "4539 1488 0343 6467"])(
  "a reference with the card's number is refused: %s",
  async (reference) => {
    const registered = responder(reference).register(card);
    await expect(registered).rejects.toMatchObject({ code: "bank-register-answered-wrongly" });
    await expect(registered).rejects.not.toThrow("4539");
  },
);
