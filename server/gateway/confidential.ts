import { cardFace } from "./domain/card.ts";

/**
 * What must not stand where it would be stored and given back: a card number
 * or a JWT, as it is, with separators, in Base64 or URL-encoded.
 */
export function confidentialPart(
  text: string,
): "card number" | "credential" | undefined {
  for (const reading of readingsOf(text)) {
    if (JWT.test(reading)) return "credential";
    if (holdsCardNumber(reading)) return "card number";
  }
  return undefined;
}

// RFC 7519, 3: three parts, of which the first two are JSON objects, so that each begins with `{"`.
const JWT = /eyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{16,}/;

/** Shortest text in Base64 that can hold a card number. */
const ENCODED = /[\w+/-]{18,}/g;

function* readingsOf(text: string): Generator<string> {
  yield text;
  if (text.includes("%"))
    yield text.replace(/%([\da-f]{2})/gi, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    );
  for (const [encoded] of text.matchAll(ENCODED))
    yield Buffer.from(encoded, "base64").toString("latin1");
}

// ISO/IEC 7812-1: shortest and longest card numbers in use.
const SHORTEST_DIGITS = 13;
const LONGEST_DIGITS = 19;

const UUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi;
const DIGITS_IN_GROUPS = /\d+(?:[ -]\d+)*/g;

function holdsCardNumber(text: string): boolean {
  for (const [run] of text.replace(UUID, "").matchAll(DIGITS_IN_GROUPS)) {
    const groups = run.split(/[ -]/);
    for (const first of groups.keys()) {
      let digits = "";
      for (const group of groups.slice(first, first + LONGEST_DIGITS)) {
        digits += group;
        if (digits.length > LONGEST_DIGITS) break;
        if (digits.length >= SHORTEST_DIGITS && isCardNumber(digits))
          return true;
      }
    }
  }
  return false;
}

function isCardNumber(digits: string): boolean {
  const issued = cardFace(digits).brand !== undefined || /^9704/.test(digits);
  return issued && hasCheckDigit(digits);
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
