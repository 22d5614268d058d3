import { hasKnownPrefix } from "./card.ts";

/**
 * Whether a text contains a card number: 13 to 19 digits, with single spaces or dashes between them, a network's prefix and a right
 * check digit (choice "confidential-text"). A space or dash may separate it from other digits, such as its expiry. A longer number
 * without separators is not a card number. The cost is linear in the length of the text.
 */
export function holdsCardNumber(text: string): boolean {
  return text.length >= SHORTEST_DIGITS && (text.match(DIGITS)?.some(hasCardNumber) ?? false);
}

/** Replaces card numbers, together with the digits beside them. */
export function replaceCardNumbers(text: string, replacement: string): string {
  if (!holdsCardNumber(text)) return text;
  return text.replace(DIGITS, (run) => (hasCardNumber(run) ? replacement : run));
}

/** Whether neighbouring groups of digits are a card number. At most 19 groups are read from each position. */
function hasCardNumber(run: string): boolean {
  if (run.length < SHORTEST_DIGITS) return false;
  const groups = run.split(/[ -]/);
  return groups.some((_, first) => {
    let digits = "";
    for (const group of groups.slice(first, first + LONGEST_DIGITS)) {
      digits += group;
      if (digits.length > LONGEST_DIGITS) return false;
      if (isCardNumber(digits)) return true;
    }
    return false;
  });
}

// Runs of any length match, so that no digit is tried twice.
const DIGITS = /\d+(?:[ -]\d+)*/g;

// ISO/IEC 7812-1: the shortest and longest card numbers in use.
const SHORTEST_DIGITS = 13;
const LONGEST_DIGITS = 19;

function isCardNumber(digits: string): boolean {
  const isAsLong = digits.length >= SHORTEST_DIGITS && digits.length <= LONGEST_DIGITS;
  return isAsLong && hasKnownPrefix(digits) && hasCheckDigit(digits);
}

/** Whether the last digit is the right check digit (ISO/IEC 7812-1, annex B: Luhn). */
export function hasCheckDigit(digits: string): boolean {
  const sum = Array.from(digits)
    .reverse()
    .reduce((total, digit, at) => {
      const weighed = Number(digit) * (at % 2 === 0 ? 1 : 2);
      return total + (weighed > 9 ? weighed - 9 : weighed);
    }, 0);
  return sum % 10 === 0;
}
