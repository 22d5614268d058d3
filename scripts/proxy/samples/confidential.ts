import { renewText } from "@contract-toolkit/conformance/internal";
import { isRandom, type Scalar } from "./recorded.ts";

/** A secret or personal text, and how another one of its form is made. */
interface Confidential {
  readonly text: string;
  readonly renew: Renew;
}

/** Makes another text of the same form. The same seed gives the same text. */
type Renew = (text: string, seed: string) => string;

/**
 * Finds secrets and personal data in a message: by the names of fields, and by the form of texts, also inside longer ones.
 *
 * @param secret JSON pointers of values that are secret by the contract
 */
export function confidentialTexts(
  scalars: readonly Scalar[],
  secret: ReadonlySet<string>,
): Confidential[] {
  const people = new Set(
    scalars.filter(({ name }) => personal.test(name)).map(({ pointer }) => parentOf(pointer)),
  );
  return scalars.flatMap(({ pointer, name, value, text }): Confidential[] => {
    if (typeof value === "boolean") return [];
    const inText = typeof value === "string" ? byForm.flatMap((form) => findForm(form, text)) : [];
    if (inText.some((found) => found.text === text)) return inText;
    const named = confidentialFields.find(
      ([pattern, , isOf]) => pattern.test(name) && (isOf?.(text) ?? true),
    );
    if (named) return [{ text, renew: named[1] }];
    const isHidden =
      typeof value === "string" &&
      (secret.has(pointer) || isSecretName(name) || (/key$/i.test(name) && isRandom(text)));
    const isOfPerson = accountName.test(name) && people.has(parentOf(pointer));
    return isHidden || isOfPerson ? [{ text, renew: renewText }] : inText;
  });
}

/** Whether a field with this name has a secret. */
export function isSecretName(name: string): boolean {
  return (
    /pass(word|phrase|wd)|secret|token|api[-_]?key|^auth|credential|private[-_]?key|cvv|cvc|one[-_]?time/i.test(
      name,
    ) && !/page|next|continu|cursor|type|expire|count/i.test(name)
  );
}

/** Whether a field with this name has something confidential. */
export function isConfidentialName(name: string): boolean {
  return (
    isSecretName(name) ||
    accountName.test(name) ||
    confidentialFields.some(([pattern]) => pattern.test(name))
  );
}

const hasDigits = (text: string) => text.replaceAll(/\D/g, "").length >= 6;

/** Fields that have something personal if their text is of a kind. */
const confidentialFields: readonly (readonly [RegExp, Renew, ((text: string) => boolean)?])[] = [
  [/^(date[-_]?of[-_]?birth|birth[-_]?(date|day)|dob)$/i, renewDate],
  [/phone|mobile|^fax|^msisdn$/i, renewPhone, hasDigits],
  [
    /^((first|last|middle|given|family|full|maiden|nick)[-_]?name|surname)$|(?<!place)holder([-_]?name)?$/i,
    renewText,
  ],
  [
    /^(street([-_]?(address|name))?|address[-_]?(line[-_]?)?\d|line[-_]?[12]|city|town|house[-_]?number)$/i,
    renewText,
  ],
  [/^((post(al)?|zip)[-_]?code|postcode|zip)$/i, renewText],
  [/address$/i, renewText, (text) => /\s/.test(text)],
  [
    /^(ssn|iban|bic|tax[-_]?(id|number)|passport([-_]?number)?|national[-_]?id|account[-_]?number|social[-_]?security.*)$/i,
    renewText,
  ],
];

/** Fields that only a person has. */
const personal = /e[-_]?mail|phone|birth|^(first|last|given|family|sur)[-_]?name$/i;
/** Fields that name a person beside such fields. */
const accountName = /^(name|login|(user|display|screen)[-_]?name)$/i;

function parentOf(pointer: string): string {
  return pointer.slice(0, pointer.lastIndexOf("/"));
}

interface Form {
  readonly pattern: RegExp;
  readonly renew: Renew;
  readonly isOf?: (text: string) => boolean;
}

const byForm: readonly Form[] = [
  {
    // A part of an address is not searched again.
    pattern: /(?<![\w.%+-])[\w.%+-]+@[\w-]+(?:\.[\w-]+)+(?!:)/g,
    renew: renewMail,
    // RFC 2606: domains for documents and tests.
    isOf: (text) =>
      !/@(.+\.)?example\.(com|net|org)$|\.(example|test|invalid|localhost)$/.test(text),
  },
  { pattern: /(?<![\w-])eyJ[\w-]+\.[\w-]+\.[\w-]*/g, renew: renewText },
  // Keys and tokens that begin with what they are for, as clouds and services give them.
  {
    pattern:
      /(?<![\w-])(?:A[KS]IA|AIza|gh[opsur]_|github_pat_|glpat-|[spr]k[-_]|xox[a-z]-|npm_|hf_|whsec_)(?=[\w-]*\d)[\w-]{12,}/g,
    renew: renewText,
  },
  // A private key (RFC 7468), and the user and password of a URL (RFC 3986, section 3.2.1).
  {
    pattern: /(?<=-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----)(?:[^-]|-(?!----))+(?=-----END)/g,
    renew: renewText,
  },
  { pattern: /(?<=:\/\/)[^\s/:@]{1,200}:[^\s/@]{1,200}(?=@)/g, renew: renewText },
  {
    pattern: /(?<![\w-])\d{4}(?:[ -]?\d{4}){2}[ -]?\d{1,7}(?![\w-])/g,
    renew: renewChecked,
    isOf: hasCheckDigit,
  },
  {
    pattern: /(?<![\w-])[A-Z]{2}\d{2}(?: ?[A-Z\d]{4}){2,7}(?: ?[A-Z\d]{1,4})?(?![\w-])/g,
    renew: renewIban,
    isOf: isIban,
  },
  { pattern: /\+\d[\d ()-]{7,18}\d\b/g, renew: renewPhone },
];

function findForm({ pattern, renew, isOf = () => true }: Form, text: string): Confidential[] {
  return [...text.matchAll(pattern)].flatMap(([found]) =>
    isOf(found) ? [{ text: found, renew }] : [],
  );
}

const RESERVED_DOMAIN = "@example.com";
/** Shorter ones would be equal by chance. */
const SHORTEST_LOCAL_PART = 8;

/** An address of about the same length, at which nobody gets mail. */
function renewMail(text: string, seed: string): string {
  const length = Math.max(text.length - RESERVED_DOMAIN.length, SHORTEST_LOCAL_PART);
  const local = text.replaceAll(/\W/g, "x").padEnd(length, "x").slice(0, length);
  return renewText(local, seed + text) + RESERVED_DOMAIN;
}

/** The country stays. */
function renewPhone(text: string, seed: string): string {
  const renewed = renewText(text, seed);
  const start = (/\d\D*\d/.exec(text)?.index ?? 0) + 2;
  return text.slice(0, start) + renewed.slice(start);
}

function renewDate(text: string, seed: string): string {
  if (!/\b\d{4}\b/.test(text)) return renewText(text, seed);
  return text.replaceAll(/\d+/g, (part) => (part.length === 4 ? "1990" : "01"));
}

function renewChecked(text: string, seed: string): string {
  const renewed = text.charAt(0) + renewText(text, seed).slice(1, -1);
  return Array.from({ length: 10 }, (_, digit) => `${renewed}${digit}`).find(hasCheckDigit) ?? text;
}

/** ISO/IEC 7812-1, annex B. */
function hasCheckDigit(text: string): boolean {
  const digits = Array.from(text.replaceAll(/\D/g, ""), Number).toReversed();
  const sum = digits.reduce((total, digit, at) => {
    const doubled = at % 2 === 1 ? digit * 2 : digit;
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}

function renewIban(text: string, seed: string): string {
  const account = renewText(text, seed).slice(4);
  const checked = Array.from({ length: 100 }, (_, check) => String(check).padStart(2, "0"));
  return checked.map((check) => text.slice(0, 2) + check + account).find(isIban) ?? text;
}

/** ISO 13616-1: the remainder of its number by 97 is 1. */
function isIban(text: string): boolean {
  const plain = text.replaceAll(" ", "");
  const moved = plain.slice(4) + plain.slice(0, 4);
  const digits = moved.replaceAll(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  return BigInt(digits) % 97n === 1n;
}
