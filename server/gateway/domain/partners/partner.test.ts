import { expect, test } from "vitest";
import { BankNotPermitted } from "../errors.ts";
import { requirePermission, type Partner } from "./partner.ts";

const partner: Partner = {
  code: "P1",
  ownerType: false,
  paymentMethods: new Set(["CC"]),
  bankCodes: new Set(["BANK01"]),
};

test.each([undefined, "", "BANK01"])(
  "a partner that was granted no bank pays at none, asked for %j",
  (bankCode) => {
    const bankless = { ...partner, bankCodes: new Set<string>() };
    expect(() => {
      requirePermission(bankless, { paymentMethod: "CC", bankCode });
    }).toThrow(BankNotPermitted);
  },
);
