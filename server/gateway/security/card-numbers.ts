import { cardFace } from "../domain/cards/card.ts";

/**
 * Whether a text holds a card number: a run of 13 to 19 digits, single spaces
 * or dashes between them, with a network's prefix and a right check digit
 * (choice "confidential-text"). Longer runs are other numbers. The cost is
 * linear in the length of the text.
 */
export function holdsCardNumber(text: string): boolean {
  return Array.from(text.matchAll(DIGITS), ([run]) => run.replace(/\D/g, "")).some(isCardNumber);
}

const DIGITS = /\d(?:[ -]?\d)*/g;

// ISO/IEC 7812-1: shortest and longest card numbers in use.
const SHORTEST_DIGITS = 13;
const LONGEST_DIGITS = 19;

function isCardNumber(digits: string): boolean {
  const isAsLong = digits.length >= SHORTEST_DIGITS && digits.length <= LONGEST_DIGITS;
  return isAsLong && isIssued(digits) && hasCheckDigit(digits);
}

function isIssued(digits: string): boolean {
  return cardFace(digits).brand !== undefined || digits.startsWith(DOMESTIC_PREFIX);
}

const DOMESTIC_PREFIX = "9704";

/** ISO/IEC 7812-1, annex B (Luhn). */
function hasCheckDigit(digits: string): boolean {
  const sum = Array.from(digits)
    .reverse()
    .reduce((total, digit, at) => {
      const weighed = Number(digit) * (at % 2 === 0 ? 1 : 2);
      return total + (weighed > 9 ? weighed - 9 : weighed);
    }, 0);
  return sum % 10 === 0;
}
