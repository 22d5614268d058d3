import type { OpenApiDocument } from "@contract-toolkit/contract";
import { createTextFinder } from "@contract-toolkit/skeleton";
import type { BeforeHandlerInput } from "@contract-toolkit/skeleton";
import { holdsCardNumber } from "../domain/cards/card-numbers.ts";
import { InvalidInputError } from "../domain/errors.ts";
import { isStorable } from "../domain/storable-text.ts";

/**
 * Makes the check that every documented text can be stored, and that free text has no card number (choice "confidential-text").
 *
 * @param document the contract's `openapi.json`
 * @returns a function that throws InvalidInputError naming every faulty field
 */
export function createTextCheck(
  document: OpenApiDocument,
): (
  admission: Pick<BeforeHandlerInput<unknown>, "operation" | "path" | "query" | "headers" | "body">,
) => void {
  const textsOf = createTextFinder(document);
  return (admission) => {
    const violations = textsOf(admission.operation, admission).flatMap(({ field, text }) => {
      const reason = findTextViolation(field, text);
      return reason === undefined ? [] : [{ field, reason }];
    });
    if (violations.length > 0) throw new InvalidInputError(violations);
  };
}

function findTextViolation(field: string, text: string): string | undefined {
  if (!isStorable(text)) return "must be Unicode text without the character U+0000";
  if (FREE_TEXT.has(field) && holdsCardNumber(text)) return "must not hold a card number";
  return undefined;
}

/** Free text of partners, which is stored and returned. */
const FREE_TEXT: ReadonlySet<string> = new Set([
  "partnerReference.order.info",
  "partnerReference.order.extraData",
]);
