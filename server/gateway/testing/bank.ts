import type { Bank } from "../domain/bank/bank.ts";

/** A bank that registers every source, declines every payment and refuses every reversal. */
export function createBank(): Bank {
  return {
    register: () => Promise.resolve("reference"),
    sendOtp: () => Promise.resolve(),
    decide: () => Promise.resolve("declined"),
    reverse: () =>
      Promise.resolve({
        status: "error",
        error: { errorCode: 402, message: "Nothing is given back.", details: [] },
      }),
    enrol: () => Promise.resolve("check-failed"),
  };
}
