import type { OpenApiDocument } from "@contract-toolkit/kernel";
import { createTextFinder } from "../../skeleton/index.ts";
import type { BeforeHandlerInput } from "../../skeleton/index.ts";
import { holdsCardNumber } from "../security/card-numbers.ts";
import { InvalidInput } from "../domain/errors.ts";

/**
 * Whether a text comes back from every database as it went in. PostgreSQL
 * takes no U+0000, and half a surrogate pair has no form in UTF-8.
 */
export function isStorable(text: string): boolean {
  return !text.includes("\0") && text.isWellFormed();
}

/**
 * Makes the check that every text in a documented place can be stored, and
 * that free text holds no card number (choice "confidential-text").
 *
 * @param document the contract's `openapi.json`
 * @returns throws InvalidInput naming every field that is wrong
 */
export function createTextCheck(
  document: OpenApiDocument,
): (
  admission: Pick<BeforeHandlerInput<unknown>, "operation" | "path" | "query" | "headers" | "body">,
) => void {
  const textsOf = createTextFinder(document);
  return (admission) => {
    const faults = textsOf(admission.operation, admission).flatMap(({ field, text }) => {
      const reason = reasonAgainst(field, text);
      return reason === undefined ? [] : [{ field, reason }];
    });
    if (faults.length > 0) throw new InvalidInput(faults);
  };
}

function reasonAgainst(field: string, text: string): string | undefined {
  if (!isStorable(text)) return "must be Unicode text without the character U+0000";
  if (FREE_TEXT.has(field) && holdsCardNumber(text)) return "must not hold a card number";
  return undefined;
}

/** Where a partner writes what it likes, which is stored and given back. */
const FREE_TEXT: ReadonlySet<string> = new Set([
  "partnerReference.order.info",
  "partnerReference.order.extraData",
]);
