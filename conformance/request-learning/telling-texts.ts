/** Texts that fit the names of their fields, in place of those that only satisfy the schema. */
import { valuesByPointer, replaceValue } from "../json-comparison/values.ts";
import { nameAtPointer, plainName } from "./values.ts";

/**
 * Replaces derived texts by ones that a server is likely to accept.
 *
 * @param token makes the texts of the run unique: lower-case letters and digits
 * @param isValid whether the message with the replaced text is still valid
 */
export function withTellingTexts<Message>(
  message: Message,
  token: string,
  isValid: (message: Message) => boolean,
): Message {
  let told = message;
  for (const [pointer, value] of valuesByPointer(message)) {
    if (typeof value !== "string") continue;
    const name = plainName(nameAtPointer(pointer));
    const isEnd = derivedTime.test(value) && ends.test(name);
    if (!isEnd && !derived.test(value)) continue;
    const text = texts.find(([names]) => names.test(name))?.[1] ?? ofName;
    for (const proposal of isEnd ? endTimes : [text(token), token]) {
      const next = replaceValue(told, pointer, proposal);
      if (!isValid(next)) continue;
      told = next;
      break;
    }
  }
  return told;
}

/** What the message generator writes for a text without a format or pattern, and for a mail address. */
const derived = /^(\d?text\w*|\d?x+|\d?a1x*|[^@\s]+@[^@\s]+)$/;

/** What it writes for a day or a time. It is the same for a start and an end, and is past some day. */
const derivedTime = /^\d{4}-\d\d-\d\d(T[\d:.]+Z)?$/;
const ends = /end(s|at|on|date|time)*$|expir|until|deadline|validto/;
const endTimes = ["2040-01-15T10:00:00Z", "2040-01-15"];

type TextOf = (token: string) => string;

/** Names of variables and labels may have no other characters than these. */
const ofName: TextOf = (token) => `test${token}`;

const texts: readonly (readonly [names: RegExp, text: TextOf])[] = [
  [/e?mail(address)?$/, (token) => `${token}@example.com`],
  [/password|passphrase|secret$/, (token) => `Pa55-word-${token}`],
  [/ur[il]$|link$|website|homepage|callback|webhook|href/, () => "https://example.com/"],
  [/phone|mobile|msisdn|fax$/, () => "+4930901820"],
  [/(date|day|birthday)$/, () => "2030-01-15"],
  [/(at|time|timestamp|since|until|expires|from|to)$/, () => "2030-01-15T10:00:00Z"],
  [/timezone|tz$/, () => "Europe/Berlin"],
  [/country/, () => "DE"],
  [/language|locale|lang$/, () => "en"],
  [/colou?r/, () => "#336699"],
  [/^ip$|ipaddress|ipv4|addr$/, () => "192.0.2.10"],
  [/domain|hostname|^host$|fqdn|zone$/, (token) => `${token}.example`],
];
