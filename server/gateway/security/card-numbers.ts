import { hasKnownPrefix } from "../domain/cards/card.ts";

/**
 * Whether a text holds a card number: 13 to 19 digits, single spaces or dashes
 * between them, with a network's prefix and a right check digit (choice
 * "confidential-text"). Other digits may stand before or after it, as its
 * expiry does, with a space or a dash between; a longer number without any is
 * another number. The cost is linear in the length of the text.
 */
export function holdsCardNumber(text: string): boolean {
  return text.length >= SHORTEST_DIGITS && (text.match(DIGITS)?.some(holdNumber) ?? false);
}

/** Replaces the digits of card numbers, with those that stand beside them. */
export function replaceCardNumbers(text: string, replacement: string): string {
  if (!holdsCardNumber(text)) return text;
  return text.replace(DIGITS, (run) => (holdNumber(run) ? replacement : run));
}

/** Whether some neighbouring groups of digits of a run are one card number; from each on, at most 19 are looked at. */
function holdNumber(run: string): boolean {
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

// That it takes runs of any length spares trying the digits inside of a short one again.
const DIGITS = /\d+(?:[ -]\d+)*/g;

// ISO/IEC 7812-1: shortest and longest card numbers in use.
const SHORTEST_DIGITS = 13;
const LONGEST_DIGITS = 19;

function isCardNumber(digits: string): boolean {
  const isAsLong = digits.length >= SHORTEST_DIGITS && digits.length <= LONGEST_DIGITS;
  return isAsLong && hasKnownPrefix(digits) && hasCheckDigit(digits);
}

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
