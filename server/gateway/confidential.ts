import { cardFace } from "./domain/card.ts";

/**
 * What must not stand where it would be stored and given back: a card number
 * or a JWT, as it is, with separators, in Base64, in hexadecimal or URL-encoded.
 */
export function confidentialPart(text: string): "card number" | "credential" | undefined {
  for (const reading of readingsOf(text)) {
    if (JWT.test(reading)) return "credential";
    if (holdsCardNumber(reading)) return "card number";
  }
  return undefined;
}

/**
 * Whether a text can be the name of a field, and not a secret, a password or
 * an account number in its place: nobody can tell those from other texts, but
 * names look otherwise.
 */
export function looksLikeName(text: string): boolean {
  return text.split(".").every((part) => NAME.test(part) && !holdsNumber(part));
}

// The secret of a partner has at least 32 characters.
const NAME = /^[a-z][\w-]{0,30}(?:\[[\w-]{0,30}\])*$/i;

/** Fewer digits than any password has; the place in a list may have more. */
const NUMBER = /\d{4}/;
const PLACE_IN_LIST = /\[\d{1,5}\]/g;

/** Shortest text in Base64 that can hold such a number. */
const ENCODED_NUMBER = /[\w+/-]{6,}/g;

function holdsNumber(text: string): boolean {
  if (NUMBER.test(text.replace(PLACE_IN_LIST, ""))) return true;
  const readings = decoded(text, ENCODED_NUMBER, "base64", 4);
  return [...readings].some((reading) => NUMBER.test(reading));
}

// RFC 7519, 3: three parts, of which the first two are JSON objects, so that each begins with `{"`.
const JWT = /eyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{16,}/;

/** Shortest text in Base64 that can hold a card number. */
const ENCODED = /[\w+/-]{18,}/g;

/** Shortest text in hexadecimal that can hold a card number: two digits for each of its own. */
const HEXADECIMAL = /[\da-f]{26,}/gi;

function* readingsOf(text: string): Generator<string> {
  yield text;
  if (text.includes("%"))
    yield text.replace(/%([\da-f]{2})/gi, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    );
  yield* decoded(text, ENCODED, "base64", 4);
  yield* decoded(text, HEXADECIMAL, "hex", 2);
}

/**
 * What is encoded in a text, from each character on that a unit could begin
 * with: whatever stands directly before it shifts it.
 */
function* decoded(
  text: string,
  encoding: RegExp,
  name: "base64" | "hex",
  unitCharacters: number,
): Generator<string> {
  for (const [encoded] of text.matchAll(encoding))
    for (let from = 0; from < unitCharacters; from += 1)
      yield Buffer.from(encoded.slice(from), name).toString("latin1");
}

// ISO/IEC 7812-1: shortest and longest card numbers in use.
const SHORTEST_DIGITS = 13;
const LONGEST_DIGITS = 19;

const UUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi;
/** A digest: one in a thousand holds digits that would be a card number. */
const DIGEST = /(?<![a-z\d])(?=\d*[a-f])[\da-f]{32,}(?![a-z\d])/gi;
const DIGITS_IN_GROUPS = /\d+(?:[ -]\d+)*/g;

function holdsCardNumber(text: string): boolean {
  const rest = text.replace(UUID, "").replace(DIGEST, "");
  for (const [run] of rest.matchAll(DIGITS_IN_GROUPS)) {
    const groups = run.split(/[ -]/);
    for (const first of groups.keys()) {
      let digits = "";
      for (const group of groups.slice(first, first + LONGEST_DIGITS)) {
        digits += group;
        if (digits.length > LONGEST_DIGITS) break;
        if (digits.length >= SHORTEST_DIGITS && isCardNumber(digits)) return true;
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
