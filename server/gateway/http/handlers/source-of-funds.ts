import type { SourceOfFunds } from "../../domain/bank/bank.ts";
import { textAt } from "../../platform/text-at.ts";

/** Reads the source of funds of a direct payment from its validated body. */
export function sourceOfFundsIn(body: unknown): SourceOfFunds {
  const at = (...path: string[]) => textAt(body, "sourceOfFunds", ...path);
  return at("type")?.toLowerCase() === "card"
    ? {
        type: "card",
        cardNumber: at("card", "cardNumber") ?? "",
        holderName: at("card", "cardHolderName"),
        month: at("card", "cardMonth"),
        year: at("card", "cardYear"),
      }
    : {
        type: "account",
        accountNumber: at("account", "accountNumber") ?? "",
        holderName: at("account", "accountHolderName"),
        identificationNumber: at("account", "identificationNumber"),
      };
}
