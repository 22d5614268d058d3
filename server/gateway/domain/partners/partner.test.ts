import { expect, test } from "vitest";
import { BankNotPermitted, MethodNotPermitted } from "../errors.ts";
import { belongsTo, requirePermission, type Partner } from "./partner.ts";

const partner: Partner = {
  code: "P1",
  ownerType: false,
  paymentMethods: new Set(["CC"]),
  bankCodes: new Set(["BANK01"]),
};

test("granted method and bank pass, also before a bank is chosen", () => {
  for (const bankCode of ["BANK01", undefined])
    expect(() => {
      requirePermission(partner, { paymentMethod: "CC", bankCode });
    }).not.toThrow();
});

test("the method is refused before the bank", () => {
  expect(() => {
    requirePermission(partner, { paymentMethod: "MM", bankCode: "BANK05" });
  }).toThrow(MethodNotPermitted);
  for (const bankCode of ["BANK05", "unknown", ""])
    expect(() => {
      requirePermission(partner, { paymentMethod: "CC", bankCode });
    }).toThrow(BankNotPermitted);
});

test.each([undefined, "", "BANK01"])(
  "a partner that was granted no bank pays at none, asked for %j",
  (bankCode) => {
    const bankless = { ...partner, bankCodes: new Set<string>() };
    expect(() => {
      requirePermission(bankless, { paymentMethod: "CC", bankCode });
    }).toThrow(BankNotPermitted);
  },
);

test.each([
  ["P1", undefined, undefined, true],
  ["P1", undefined, "A", false],
  ["P1", "A", "A", true],
  ["P1", "A", undefined, false],
  ["P1", "A", "B", false],
  ["P2", undefined, undefined, false],
])("of %s, bound to %s, asked for %s: %s", (partnerCode, bound, named, expected) => {
  const caller = { partnerCode: "P1", subAccount: named };
  expect(belongsTo(caller, { partnerCode, subAccount: bound })).toBe(expected);
});
