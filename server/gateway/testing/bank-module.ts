import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { BankPayment } from "../domain/bank/bank.ts";
import { temporaryFolder } from "./open-gateway.ts";

/** Writes a module for `BANK_MODULE` and returns its path. */
export function bankModule(text: string): string {
  const path = join(temporaryFolder(), "bank.mjs");
  writeFileSync(path, text);
  return path;
}

/** A payment for a bank to decide. */
export const bankPayment: BankPayment = {
  transactionId: "t-1",
  amount: 150_000,
  orderAmount: 150_000,
  partnerCode: "P1",
  paymentMethod: "CC",
  bankCode: "BANK01",
};
